import { expect, it } from 'vitest';
import sharp from '../../codec/sharp.ts';
import type { ModerationScores } from '../../models/moderation-session.ts';
import type { RgbRaster } from '../../pixels/raster.ts';
import { moderate } from './run.ts';

/** Stripes that one way of making a picture small keeps sharper than another. */
const photo = await (() => {
  const side = 600;
  const data = Uint8Array.from({ length: side * side * 3 }, (_, i) => (Math.floor(i / 3) % 7 < 3 ? 20 : 235));
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
})();

const scores = (porn: number, hentai = 0): ModerationScores => ({
  drawing: 0,
  hentai,
  neutral: 1 - porn - hentai,
  porn,
  sexy: 0,
});

/** What is answered for the first look, the second, and so on. */
async function moderatedBy(answers: readonly ModerationScores[], seen: RgbRaster[] = []) {
  const score = async (picture: RgbRaster): Promise<ModerationScores> => {
    seen.push(picture);
    return answers[seen.length - 1] ?? scores(1);
  };
  const context = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    checkpoint: () => Promise.resolve(),
    network: { score },
  };
  return (await moderate({ photo }, context)).scores;
}

it('a photo is looked at in two ways, of the size that the network reads', async () => {
  const seen: RgbRaster[] = [];
  await moderatedBy([scores(0), scores(0)], seen);
  expect(seen.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual([
    [224, 224],
    [224, 224],
  ]);
  expect(Buffer.compare(seen[0]?.data ?? Buffer.alloc(0), seen[1]?.data ?? Buffer.alloc(0))).not.toBe(0);
});

it('is harmless when it looks so in either, whichever that is', async () => {
  expect(await moderatedBy([scores(0.8), scores(0.2)])).toEqual(scores(0.2));
  expect(await moderatedBy([scores(0.1, 0.1), scores(0.5, 0.4)])).toEqual(scores(0.1, 0.1));
});

it('is indecent when it looks so in both', async () => {
  expect(await moderatedBy([scores(0.9), scores(0.4, 0.4)])).toEqual(scores(0.4, 0.4));
});
