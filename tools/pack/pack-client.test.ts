import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../check/run.ts';
import { ROOT } from '../launch/settings.ts';
import { stageClient } from './stage-client.ts';

let folder: string;
let installed: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-packed-client-'));
  installed = join(folder, 'node_modules', '@packshot', 'client');
  await stageClient(installed);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Program of a user who has only installed the package. */
const PROGRAM = `import { Packshot, PackshotError } from '@packshot/client';
import type { Job, Picture, PictureIn } from '@packshot/client';

const packshot = new Packshot({ server: 'http://127.0.0.1:9', key: 'pk_test_key', retries: 0 });
async function cut(image: PictureIn): Promise<Picture> {
  const job = await packshot.scenes.start({ image, palette: ['#c0ffee'], light: 'golden-hour' });
  const ended: Job = await job.wait();
  console.log(ended.results[0]?.seed);
  return packshot.cutouts.create({ image }, { signal: AbortSignal.timeout(1000) });
}
cut(new Blob(['x'])).catch((error: unknown) => {
  console.log(error instanceof PackshotError && error.code === 'NETWORK');
});
`;

describe('the packed client', () => {
  it('runs as plain JavaScript, without Node’s own modules', async () => {
    const modules = globSync('dist/**/*.js', { cwd: installed });
    expect(modules.length).toBeGreaterThan(5);
    for (const module of modules)
      expect(readFileSync(join(installed, module), 'utf8')).not.toMatch(/["']node:|\bprocess\.|\bBuffer\./);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    writeFileSync(
      join(folder, 'program.mjs'),
      `import { Packshot } from '@packshot/client';
const packshot = new Packshot({ server: 'http://127.0.0.1:9', key: 'pk_test_key', retries: 0 });
packshot.sets.list().catch(({ code }) => console.log(code));`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs'], { cwd: folder });
    expect(stdout).toBe('NETWORK\n');
  });

  it.each([
    ['NodeNext', ['ES2023', 'DOM']],
    ['Bundler', ['ES2023', 'DOM']],
  ])('has types that work with module resolution %s, in every declaration', async (moduleResolution, lib) => {
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    const compilerOptions = {
      module: moduleResolution === 'Bundler' ? 'ESNext' : 'NodeNext',
      moduleResolution,
      lib,
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['program.ts'] }),
    );
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const good = await run('tsc', ['-p', folder], { cwd: ROOT });
    expect(good).toMatchObject({ code: 0 });
    // Checks the program against the declarations: the compiler must refuse an invalid option.
    writeFileSync(join(folder, 'program.ts'), PROGRAM.replace("['#c0ffee']", "'#c0ffee'"));
    const wrong = await run('tsc', ['-p', folder], { cwd: ROOT });
    expect(wrong.code).not.toBe(0);
    expect(wrong.output).toContain('readonly string[]');
  });
});
