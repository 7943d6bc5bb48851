import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function samplePhotos(): readonly Uint8Array[] {
  const folder = join(import.meta.dirname, '../../packages/web/src/lib/samples');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jpg'))
    .map((name) => readFileSync(join(folder, name)));
}
