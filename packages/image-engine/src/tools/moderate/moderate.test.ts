import { expect, it } from 'vitest';
import sharp from '../../codec/sharp.ts';
import type { ModerationScores } from '../../models/moderation-session.ts';
import type { RgbRaster } from '../../pixels/raster/raster.ts';
import { FRAMED_LOOKS, LOOKS } from './views.ts';
import { moderate } from './run.ts';

/** Picture of stripes, which looks different with every way of downscaling. */
const photo = await (() => {
  const side = 600;
  const data = Uint8Array.from({ length: side * side * 3 }, (_, i) =>
    Math.floor(i / 3) % 7 < 3 ? 20 + (i % 180) : 235,
  );
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

/** Result of moderation if the network gives these scores for the first variant of the photo, the second, and so on. */
async function moderatedBy(answers: readonly ModerationScores[], scoredPictures: RgbRaster[] = []) {
  const score = async (picture: RgbRaster): Promise<ModerationScores> => {
    scoredPictures.push(picture);
    const answer = answers[scoredPictures.length - 1];
    if (answer === undefined) throw new Error('Unexpected second look');
    return answer;
  };
  const context = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    checkpoint: () => Promise.resolve(),
    network: { score },
  };
  return (await moderate({ photo }, context)).scores;
}

/** List of scores in which each given score is repeated by its count. */
const looks = (...groups: readonly (readonly [count: number, of: ModerationScores])[]) =>
  groups.flatMap(([count, of]) => Array.from({ length: count }, () => of));

it('the network scores a clearly harmless photo only once', async () => {
  expect(await moderatedBy([scores(0.2, 0.14)])).toEqual(scores(0.2, 0.14));
});

it('the network scores a doubtful photo eight times, each in the network’s input size', async () => {
  const scoredPictures: RgbRaster[] = [];
  await moderatedBy(looks([5, scores(0.9)], [3, scores(0)]), scoredPictures);
  expect(scoredPictures).toHaveLength(LOOKS.length + FRAMED_LOOKS.length);
  expect(
    scoredPictures.every(
      ({ data, widthPx, heightPx }) => widthPx === 224 && data.length === 224 * heightPx * 3,
    ),
  ).toBe(true);
  expect(new Set(scoredPictures.map(({ data }) => Buffer.from(data).toString('latin1'))).size).toBe(8);
});

it('a photo is harmless when any two of five passes say so', async () => {
  const harmless = scores(0.1, 0.1);
  expect(await moderatedBy(looks([3, scores(0.9)], [2, harmless]))).toEqual(harmless);
  expect(await moderatedBy([scores(0.9), harmless, harmless, ...looks([2, scores(0.9)])])).toEqual(harmless);
});

it('a photo is as indecent as four of five passes agree, even if one framed pass denies it', async () => {
  expect(await moderatedBy(looks([6, scores(0.95)]))).toEqual(scores(0.95));
  expect(await moderatedBy([...looks([4, scores(0.4, 0.4)]), scores(0), scores(0.2)])).toEqual(
    scores(0.4, 0.4),
  );
  expect(await moderatedBy([...looks([5, scores(0.9)]), scores(0), scores(0.1, 0.1)])).toEqual(scores(0.9));
  expect(await moderatedBy([...looks([5, scores(0.9)], [2, scores(0)]), scores(0.3)])).toEqual(scores(0.9));
});

it('a photo is a harmless texture when no network pass with a frame confirms indecency', async () => {
  expect(await moderatedBy([...looks([5, scores(0.9)]), scores(0), scores(0.15), scores(0.1)])).toEqual(
    scores(0.15),
  );
});
