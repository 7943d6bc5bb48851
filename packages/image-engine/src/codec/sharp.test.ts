import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from './sharp.ts';

const drawing = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c02040' } });
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48"/></svg>';

/**
 * Valid files of formats whose loaders are disabled. The AVIF loader is enabled only for our own files, read by file
 * name.
 */
const CLOSED: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  svg: () => Promise.resolve(Buffer.from(SVG)),
  gif: () => drawing.clone().gif().toBuffer(),
  tiff: () => drawing.clone().tiff().toBuffer(),
  avif: () => drawing.clone().avif({ effort: 0 }).toBuffer(),
};
const OPEN = ['jpeg', 'png', 'webp'] as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loaders-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** True if sharp can read the file without our settings; then our settings must be the cause of a refusal. */
const isReadByOthers = (file: string): boolean => {
  const script = `
    const { default: sharp } = await import('sharp');
    const { readFileSync } = await import('node:fs');
    await sharp(readFileSync(process.argv[1])).stats();`;
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', script, file], {
      cwd: import.meta.dirname,
      stdio: 'pipe',
    });
    return true;
  } catch {
    return false;
  }
};

describe('the file formats of the sharp library', () => {
  it.each(Object.entries(CLOSED))(
    'sharp refuses %s, which it could read without our settings',
    async (format, make) => {
      const bytes = await make();
      const file = join(folder, `picture.${format}`);
      await writeFile(file, bytes);
      expect(isReadByOthers(file)).toBe(true);
      await expect(sharp(bytes).stats()).rejects.toThrow('unsupported image format');
      if (format !== 'avif') await expect(sharp(file).stats()).rejects.toThrow('unsupported image format');
    },
  );

  it.each(OPEN)('sharp reads %s', async (format) => {
    const bytes = await drawing.clone().toFormat(format).toBuffer();
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 64, height: 48 });
  });
});
