import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { beginning } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOwnSigner } from '../../credentials/own-signer.ts';
import { createImageEngine } from '../../engine.ts';
import type { ImageEngine } from '../../image-engine.ts';
import { raster } from '../../pixels/raster.ts';
import { encodePng } from '../../codec/encode.ts';
import { testCacheDir } from '../../testing/shared-files.ts';

let engine: ImageEngine;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-inspect-'));
  engine = createImageEngine({ cacheDir: testCacheDir });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const FIXTURES = new URL('../../testing/fixtures/', import.meta.url);

/** A product of 20 by 30 at 0, 10 in 60 by 50, on what is clear or white. */
const drawn = (ground: readonly [number, number, number, number]): Promise<Uint8Array> => {
  const data = new Uint8Array(60 * 50 * 4);
  for (let at = 0; at < 60 * 50; at++) {
    const isProduct = at % 60 < 20 && at / 60 >= 10 && at / 60 < 40;
    data.set(isProduct ? [200, 30, 40, 255] : ground, at * 4);
  }
  return encodePng(raster(data, 60, 50, 4));
};
const signer = (name: string) => openOwnSigner(join(folder, name), { now: () => new Date() });

describe('looking at a picture', () => {
  it('finds the product, its place and the white of the edge', async () => {
    const clear = await engine.run('inspect', { picture: await drawn([0, 0, 0, 0]) });
    expect(clear).toMatchObject({
      format: 'png',
      hasTransparency: true,
      product: { xPx: 0, yPx: 10, widthPx: 20, heightPx: 30 },
      whiteEdge: 0,
      sourceType: null,
    });
    expect(clear.report).toBeUndefined();
    const white = await engine.run('inspect', { picture: await drawn([255, 255, 255, 255]) });
    expect(white).toMatchObject({ hasTransparency: false, product: null });
    // 30 of 216 pixels along the sides are the product's.
    expect(white.whiteEdge).toBeCloseTo(186 / 216, 5);
    const nearly = await engine.run('inspect', { picture: await drawn([254, 255, 255, 255]) });
    expect(nearly.whiteEdge).toBe(0);
  });

  it('tells its own credentials from those of others, from changed ones and from none', async () => {
    const picture = await drawn([255, 255, 255, 255]);
    const { sign, ...identity } = signer('own')();
    const { issuer } = signer('own')().knownBy;
    const provenance = beginning(['photo']);
    const { files } = await engine.run(
      'sign',
      { files: [{ bytes: picture }], provenance, identity },
      { sign },
    );
    const [signed = picture] = files;
    const verdict = async (file: Uint8Array, by: string | null = issuer) =>
      (await engine.run('inspect', { picture: file, issuer: by })).report?.verdict;
    expect(await verdict(signed)).toBe('own');
    expect(await verdict(signed, signer('other')().knownBy.issuer)).toBe('intact');
    expect(await verdict(signed, null)).toBe('intact');
    expect(await verdict(picture)).toBe('none');
    expect(await verdict(new Uint8Array(readFileSync(new URL('mug.heic', FIXTURES))))).toBe('none');
    // A comment more, where no decoder looks.
    const end = signed.length - 12;
    const text = Buffer.from('tEXtComment\0changed');
    const comment = Buffer.alloc(text.length + 8);
    comment.writeUInt32BE(text.length - 4);
    text.copy(comment, 4);
    comment.writeUInt32BE(crc32(text), text.length + 4);
    const changed = Buffer.concat([signed.subarray(0, end), comment, signed.subarray(end)]);
    expect(await verdict(changed)).toBe('changed');
  });
});
