// npm run release -- [FOLDER] [--key FILE] [--draft]          builds the files of a release from this commit (default: .packshot/release)
// npm run release -- verify FILE [--key FILE | --unsigned]    checks that files are unchanged since their release
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LaunchError } from '../launch/launch-error.ts';
import { ROOT } from '../launch/settings.ts';
import { buildRelease, SUMS } from './build-release.ts';
import { formatPublicKey, readSecretKey, signBytes } from './minisign.ts';
import { verifyRelease } from './verify-release.ts';

const fromCaller = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function release(folder: string, keyFile: string | null, isDraft: boolean): void {
  const { name, createdAt, files } = buildRelease({ root: ROOT, isDraft });
  const all = new Map<string, string | Buffer>(files);
  if (keyFile !== null) {
    const key = readSecretKey(readFileSync(keyFile, 'utf8'));
    for (const file of [`${name}.tar.gz`, SUMS]) {
      const comment = `timestamp:${String(createdAt.getTime() / 1000)}\tfile:${file}\trelease:${name}`;
      all.set(`${file}.minisig`, signBytes(files.get(file) ?? Buffer.alloc(0), key, comment));
    }
    all.set('minisign.pub', formatPublicKey(key));
  }
  mkdirSync(folder, { recursive: true });
  for (const [file, bytes] of all) {
    writeFileSync(join(folder, file), bytes);
    say(join(folder, file));
  }
  if (keyFile === null) say('It is not signed: give a secret key of minisign (--key).');
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      draft: { type: 'boolean', default: false },
      unsigned: { type: 'boolean', default: false },
    },
  });
  const key = values.key === undefined ? null : fromCaller(values.key);
  if (positionals[0] === 'verify') {
    if (positionals[1] === undefined)
      throw new LaunchError('npm run release -- verify FILE --key minisign.pub');
    const publicKey = key === null ? null : readFileSync(key, 'utf8');
    const options = { file: fromCaller(positionals[1]), publicKey, isUnsigned: values.unsigned };
    for (const line of verifyRelease(options)) say(line);
  } else {
    release(fromCaller(positionals[0] ?? join(ROOT, '.packshot', 'release')), key, values.draft);
  }
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
