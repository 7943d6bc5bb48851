import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../launch/find-program.ts';
import { ROOT } from '../launch/settings.ts';
import { buildRelease, changes, SUMS } from './build-release.ts';
import type { ReleaseFiles } from './build-release.ts';
import { formatPublicKey, readSecretKey, signBytes, verifyBytes } from './minisign.ts';
import { billOfMaterials, packageUrl, shippedPackages } from './sbom.ts';
import type { Lockfile } from './sbom.ts';
import { verifyRelease } from './verify-release.ts';

const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;

let folder: string;
/** Checkout of a small product, because packing the real one twice would take ten seconds. */
let checkout: string;
let built: ReleaseFiles;
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: checkout,
    encoding: 'utf8',
  });
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-release-'));
  checkout = join(folder, 'checkout');
  mkdirSync(join(checkout, 'docs'), { recursive: true });
  for (const file of [
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
    'docs/licenses.md',
    'tools/start.mjs',
  ]) {
    cpSync(join(ROOT, file), join(checkout, file), { recursive: true });
  }
  mkdirSync(join(checkout, 'node_modules', 'zod'), { recursive: true });
  writeFileSync(join(checkout, 'node_modules', 'zod', 'LICENSE'), 'a text that has to come along');
  writeFileSync(join(checkout, '.gitignore'), 'node_modules\n');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'all');
  built = buildRelease({ root: checkout, isDraft: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a secret key in the format of minisign -G -W, without its checksum, which our code doesn't read. */
function newSecretKey(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const own = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const bytes = Buffer.concat([
    Buffer.from('Ed\0\0B2'),
    Buffer.alloc(48),
    randomBytes(8),
    seed,
    own,
    Buffer.alloc(32),
  ]);
  return `untrusted comment: minisign secret key\n${bytes.toString('base64')}\n`;
}

function writeRelease(): { readonly place: string; readonly archive: string; readonly publicKey: string } {
  const place = mkdtempSync(join(folder, 'files-'));
  for (const [name, bytes] of built.files) writeFileSync(join(place, name), bytes);
  const key = readSecretKey(newSecretKey());
  writeFileSync(
    join(place, `${SUMS}.minisig`),
    signBytes(built.files.get(SUMS) ?? Buffer.alloc(0), key, 'timestamp:1'),
  );
  return { place, archive: join(place, `${built.name}.tar.gz`), publicKey: formatPublicKey(key) };
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

describe('a release', () => {
  it('has the same bytes when it is built again', () => {
    const again = buildRelease({ root: checkout, isDraft: true });
    expect([...again.files.keys()]).toEqual([...built.files.keys()]);
    for (const [name, bytes] of built.files) expect(again.files.get(name)?.equals(bytes), name).toBe(true);
  });

  it('contains every file of the commit, and no others', () => {
    const tar = join(folder, 'release.tar');
    writeFileSync(tar, gunzipSync(built.files.get(`${built.name}.tar.gz`) ?? Buffer.alloc(0)));
    const names = execFileSync('tar', ['-tf', tar], { encoding: 'utf8', maxBuffer: 1 << 26 })
      .trim()
      .split('\n');
    const tracked = git('ls-files');
    expect(names.filter((name) => !name.endsWith('/')).toSorted()).toEqual(
      tracked
        .trim()
        .split('\n')
        .map((name) => `${built.name}/${name}`)
        .toSorted(),
    );
    writeFileSync(join(checkout, 'forgotten.txt'), 'x');
    expect(() => buildRelease({ root: checkout, isDraft: true })).toThrow('commit or stash');
    rmSync(join(checkout, 'forgotten.txt'));
  });

  it('includes the license of each package, with its text', () => {
    const text = String(built.files.get(`${built.name}.licenses.txt`));
    expect(text).toMatch(/## zod [\d.]+\n\nMIT\n\na text that has to come along\n/);
    for (const { name, version } of shippedPackages(lockfile))
      expect(text).toContain(`## ${name} ${version}\n`);
  });

  it('passes verification, and fails it when any bit of its files was changed', () => {
    const { archive, place, publicKey } = writeRelease();
    expect(verifyRelease({ file: archive, publicKey, isUnsigned: false })).toHaveLength(
      1 + built.files.size - 1,
    );
    expect(verifyRelease({ file: archive, publicKey: null, isUnsigned: true })).toHaveLength(
      built.files.size - 1,
    );
    expect(() => verifyRelease({ file: archive, publicKey: null, isUnsigned: false })).toThrow(
      'Give the public key',
    );
    const other = formatPublicKey(readSecretKey(newSecretKey()));
    expect(() => verifyRelease({ file: archive, publicKey: other, isUnsigned: false })).toThrow(
      'Another key',
    );
    for (const name of [...built.files.keys(), `${SUMS}.minisig`]) {
      const path = join(place, name);
      const bytes = readFileSync(path);
      flip(path);
      expect(() => verifyRelease({ file: archive, publicKey, isUnsigned: false }), name).toThrow();
      writeFileSync(path, bytes);
    }
    writeFileSync(join(place, 'added.txt'), 'x');
    expect(() => verifyRelease({ file: join(place, 'added.txt'), publicKey, isUnsigned: false })).toThrow(
      'not a file of this release',
    );
  });

  it('has the changelog section of its version, and isn’t built while changes are unreleased', () => {
    const log =
      '# Changelog\n\n## Unreleased\n\n- New\n\n## 0.2.0 (2026-12-01)\n\n- Old\n\n## 0.1.0 (2026-11-20)\n\n- First\n';
    expect(() => changes(log, '0.2.0', false)).toThrow('"Unreleased"');
    expect(changes(log, '0.2.0', true)).toBe('## Unreleased\n\n- New\n');
    const closed = log.replace('\n- New\n', '');
    expect(changes(closed, '0.2.0', false)).toBe('## 0.2.0 (2026-12-01)\n\n- Old\n');
    expect(changes(closed, '0.1.0', false)).toBe('## 0.1.0 (2026-11-20)\n\n- First\n');
    expect(() => changes(closed, '0.3.0', false)).toThrow('no section of 0.3.0');
  });
});

describe('a release signature', () => {
  const bytes = Buffer.from('a release');

  it('is the same each time, and can be verified by our own code', () => {
    const key = readSecretKey(newSecretKey());
    const text = signBytes(bytes, key, 'file:x');
    expect(signBytes(bytes, key, 'file:x')).toBe(text);
    expect(verifyBytes(bytes, text, formatPublicKey(key))).toBe('file:x');
    expect(() => verifyBytes(Buffer.from('A release'), text, formatPublicKey(key))).toThrow('were changed');
    expect(() => verifyBytes(bytes, text.replace('file:x', 'file:y'), formatPublicKey(key))).toThrow(
      'were changed',
    );
    expect(() => readSecretKey(formatPublicKey(key))).toThrow('not a secret key');
    expect(() => verifyBytes(bytes, 'nothing', formatPublicKey(key))).toThrow('not a signature');
  });

  it('is compatible with minisign', async ({ skip }) => {
    if ((await findProgram('minisign')) === null)
      skip('minisign is not installed (apt-get install minisign)');
    const [file, own, secret] = ['release.bin', 'own.pub', 'own.key'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(file, bytes);
    execFileSync('minisign', ['-G', '-W', '-p', own, '-s', secret], { stdio: 'ignore' });
    const key = readSecretKey(readFileSync(secret, 'utf8'));
    expect(formatPublicKey(key).split('\n')[1]).toBe(readFileSync(own, 'utf8').split('\n')[1]);
    writeFileSync(`${file}.minisig`, signBytes(bytes, key, 'file:release.bin'));
    expect(execFileSync('minisign', ['-V', '-p', own, '-m', file], { encoding: 'utf8' })).toContain(
      'file:release.bin',
    );
    execFileSync('minisign', ['-S', '-s', secret, '-m', file, '-t', 'by hand'], { stdio: 'ignore' });
    expect(verifyBytes(bytes, readFileSync(`${file}.minisig`, 'utf8'), readFileSync(own, 'utf8'))).toBe(
      'by hand',
    );
  });
});

describe('the software bill of materials', () => {
  interface Bill {
    readonly components: readonly {
      readonly purl: string;
      readonly licenses: readonly object[];
      readonly scope: string;
    }[];
    readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  }
  const bill = billOfMaterials(lockfile, {
    version: '1.0.0',
    license: 'MIT',
    createdAt: new Date(0),
  }) as Bill;

  it('is valid by the CycloneDX schema', () => {
    const schemas = join(
      dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
      'res/schema',
    );
    const read = (name: string) => JSON.parse(readFileSync(join(schemas, name), 'utf8')) as object;
    // Doesn't validate formats: email addresses and URLs are checked elsewhere, or don't occur.
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json']) {
      ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}`);
    }
    const isValid = ajv.compile(read('bom-1.6.SNAPSHOT.schema.json'));
    isValid(bill);
    expect(isValid.errors).toBeNull();
    isValid({ ...bill, bomFormat: 'Another' });
    expect(isValid.errors).not.toBeNull();
  });

  it('lists each production package with its license and dependencies, and no development packages', () => {
    const purls = new Map(bill.components.map((component) => [component.purl, component]));
    for (const each of shippedPackages(lockfile)) {
      const component = purls.get(packageUrl(each));
      expect(component?.licenses, each.name).toHaveLength(1);
      expect(JSON.stringify(component?.licenses), each.name).not.toContain('NOASSERTION');
    }
    expect(purls.size).toBe(new Set(shippedPackages(lockfile).map(packageUrl)).size);
    const names = [...purls.keys()].join(' ');
    expect(names).toMatch(/pkg:npm\/fastify@.*pkg:npm\/sharp@/);
    expect(names).not.toMatch(/pkg:npm\/(?:vitest|oxlint|playwright-core)@/);
    // Checks that every package is a direct or indirect dependency of the product.
    const needs = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set<string>();
    const walk = (ref: string): void => {
      if (reached.has(ref)) return;
      reached.add(ref);
      for (const next of needs.get(ref) ?? []) walk(next);
    };
    walk('pkg:npm/packshot@1.0.0');
    expect([...purls.keys()].filter((purl) => !reached.has(purl))).toEqual([]);
  });
});

describe('the public CI workflow', () => {
  it('runs .ci/run, pins its actions by commit, and has only read permissions', () => {
    const text = readFileSync(join(ROOT, '.github/workflows/ci.yml'), 'utf8');
    expect(text).toMatch(/- run: \.ci\/run /);
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, name]) => name);
    expect(used.length).toBeGreaterThan(0);
    for (const name of used) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(text.match(/permissions:[\s\S]*?(?=\n\w)/)?.[0].trim()).toBe('permissions:\n  contents: read');
    expect(text).not.toMatch(/secrets\.|pull_request_target/);
  });
});
