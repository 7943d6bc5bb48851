import { CHANNEL_IDS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { listFindings } from '@packshot/contract/channels/findings';
import type { FileFacts } from '@packshot/contract/channels/picture-facts';
import { isJudged } from '@packshot/contract/channels/rules';
import { describe, expect, it } from 'vitest';
import { channelPictures, PLANTED, rulePictures } from '../../../testing/channel-pictures.ts';
import { IS_THOROUGH } from '../../../testing/thorough.ts';
import type { ChannelPicture } from '../../../testing/channel-pictures.ts';
import { measurePixels } from './measure-pixels.ts';
import { toPixelSource } from './pixel-source.ts';

const TODAY = '2026-11-24';
const OF_EACH = IS_THOROUGH ? 20 : 8;
const OF_EACH_RULE = IS_THOROUGH ? 20 : 2;
const isRefusal = ({ level }: { readonly level: string }): boolean => level === 'refused';

const toFileFacts = ({ image, name, format, isCmyk, paddingBytes }: ChannelPicture): FileFacts => ({
  name,
  bytes: 200_000 + paddingBytes,
  format,
  widthPx: image.widthPx,
  heightPx: image.heightPx,
  colors: isCmyk ? 'cmyk' : 'rgb',
  bitsPerSample: 8,
  profile: null,
});

/**
 * Names of test pictures for which a channel's findings are wrong or missing. Findings about small size are excluded,
 * because the test pictures are small.
 */
function wrongIn(channel: ChannelId): { readonly exact: string[]; readonly judged: string[] } {
  const wrong = { exact: [] as string[], judged: [] as string[] };
  for (const picture of channelPictures(channel, OF_EACH, 0)) {
    const facts = { file: toFileFacts(picture), pixels: measurePixels(toPixelSource(picture.image)) };
    const findings = listFindings(channel, facts, TODAY);
    if (picture.fault !== null && !findings.some(({ kind }) => kind === picture.fault))
      wrong[isJudged(picture.fault) ? 'judged' : 'exact'].push(`${picture.label}: not found`);
    if (picture.fault === null)
      for (const { kind, level, sentence } of findings)
        if (kind !== 'side' || level === 'refused')
          wrong[isJudged(kind) ? 'judged' : 'exact'].push(`${picture.label}: ${sentence}`);
  }
  return wrong;
}

describe('the picture rules of sales channels', () => {
  const wrong = CHANNEL_IDS.map(wrongIn);

  it.each(PLANTED)('tell good from bad pictures: rule “%s”', (kind) => {
    const wrong: string[] = [];
    for (const picture of rulePictures(kind, OF_EACH_RULE, 0)) {
      const facts = { file: toFileFacts(picture), pixels: measurePixels(toPixelSource(picture.image)) };
      const findings = listFindings(picture.channel, facts, TODAY).filter((each) => each.kind === kind);
      const isSaid =
        kind === 'side' && picture.fault === null ? findings.some(isRefusal) : findings.length > 0;
      if (isSaid !== (picture.fault !== null)) wrong.push(picture.label);
    }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(isJudged(kind) ? 0.02 * 2 * OF_EACH_RULE : 0);
  });

  it('make no errors if the rule is exact', () => {
    expect(wrong.flatMap(({ exact }) => exact)).toEqual([]);
  });

  it('are wrong on at most 2 of 100 pictures if the rule isn’t exact but needs an estimate', () => {
    const judged = wrong.flatMap((each) => each.judged);
    expect(judged.length, judged.join('\n')).toBeLessThanOrEqual(0.02 * CHANNEL_IDS.length * 2 * OF_EACH);
  });
});
