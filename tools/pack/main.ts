// npm run pack -- [FOLDER] packs the command line and the client as npm packages that can be installed anywhere
// (default: .packshot)
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from '../check/run.ts';
import { ROOT } from '../launch/settings.ts';
import { stageClient } from './stage-client.ts';
import { stagePackage } from './stage-package.ts';

const folder = resolve(process.argv[2] ?? join(ROOT, '.packshot'));
mkdirSync(folder, { recursive: true });
await pack(stagePackage);
await pack(stageClient);

async function pack(stage: (folder: string) => Promise<void>): Promise<void> {
  const staged = join(ROOT, '.packshot', 'pack');
  rmSync(staged, { recursive: true, force: true });
  await stage(staged);
  const { code, output } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: staged,
  });
  rmSync(staged, { recursive: true, force: true });
  if (code !== 0) {
    process.stderr.write(`npm pack failed:\n${output}\n`);
    process.exit(1);
  }
  process.stdout.write(`${join(folder, output.trim())}\n`);
}
