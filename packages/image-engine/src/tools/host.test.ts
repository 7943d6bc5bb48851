import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Native libraries (for decoding and for networks) that a process has loaded after running this code. */
async function nativeLibrariesAfter(code: string): Promise<string[]> {
  const program = `
    ${code}
    process.report.excludeNetwork = true;
    const { sharedObjects } = process.report.getReport();
    process.stdout.write(['onnxruntime', 'sharp'].filter((name) => sharedObjects.some((file) => file.includes(name))).join());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
  });
  return stdout.split(',').filter((name) => name !== '');
}

const LIST_OF_MODELS = `
  const { createImageEngine } = await import('../index.ts');
  const engine = createImageEngine({ cacheDir: '/nowhere' });
  await engine.models();
  await engine.close();`;

test('a process that only lists the tools loads neither decoders nor networks', async () => {
  expect(await nativeLibrariesAfter(LIST_OF_MODELS)).toEqual([]);
});

test('a tool’s own code loads decoders and networks', async () => {
  const load = `
    const { TOOLS } = await import('./index.ts');
    await TOOLS.describe.load();
    await import('../models/segmentation-session.ts');`;
  expect(await nativeLibrariesAfter(load)).toEqual(['onnxruntime', 'sharp']);
});
