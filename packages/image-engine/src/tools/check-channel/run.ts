import type { ChannelId } from '@packshot/contract/channels/channels';
import { listFindings, notChecked } from '@packshot/contract/channels/findings';
import type { Finding, FixName } from '@packshot/contract/channels/findings';
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import type { RuleKind } from '@packshot/contract/channels/rules';
import { decodePhoto } from '../../codec/decode.ts';
import type { TextSession } from '../../models/text-session.ts';
import { extractAlpha, fillsItsBox, isCutOut } from '../../pixels/raster/alpha.ts';
import { readFileFacts } from '../../pixels/quality/channels/file-facts.ts';
import { measurePixels } from '../../pixels/quality/channels/measure-pixels.ts';
import { toPixelSource } from '../../pixels/quality/channels/pixel-source.ts';
import { productIn } from '../../pixels/quality/channels/product-in-file.ts';
import type { RgbaRaster } from '../../pixels/raster/raster.ts';
import { printReader } from '../networks.ts';
import { createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';
import type { JobContext } from '../tool.ts';
import { linesBeside } from './lines-beside.ts';
import { fixPicture } from './fix.ts';
import type { FixedPicture } from './fix.ts';

export interface CheckChannelInput {
  readonly picture: Uint8Array;
  /** File name with its extension, or null if the picture has none. */
  readonly name: string | null;
  readonly channel: ChannelId;
  /** Date of the check as `2026-11-23`, because rules change over time. */
  readonly today: string;
  /**
   * Cut-out of the same picture, in its size. Without it the product is detected on a uniform background, and other
   * backgrounds can't be whitened.
   */
  readonly cutOut?: Uint8Array | undefined;
  /** True to detect text beside the product, which takes a second; requires a cut-out. */
  readonly findsPrint?: boolean | undefined;
  /** Names of fixes to apply, or `all`; none by default. */
  readonly fixes?: readonly FixName[] | 'all' | undefined;
  /** XMP metadata of the written file. */
  readonly xmp?: string | undefined;
}

export interface CheckChannelResult {
  readonly facts: PictureFacts;
  readonly findings: readonly Finding[];
  readonly unchecked: readonly RuleKind[];
  /** Result of the fixes; null if none were requested or there were no findings. */
  readonly fixed: FixedPicture | null;
  stagesMs: Record<string, number>;
}

interface CheckContext extends ToolContext {
  readonly openReader: () => Promise<TextSession>;
}

export const keeps = ({ findsPrint }: CheckChannelInput) => (findsPrint === true ? [printReader.cache] : []);

export const run = (input: CheckChannelInput, context: JobContext): Promise<CheckChannelResult> =>
  check(input, { ...context, openReader: () => printReader.open(context) });

const STAGES = { decode: 0, measure: 0.3, fix: 0.5 } as const;

/**
 * Checks an untrusted picture and fixes it on request. Throws ImageRefusal for an invalid file, and the reason of the
 * abort signal.
 */
async function check(input: CheckChannelInput, context: CheckContext): Promise<CheckChannelResult> {
  const { picture, name, channel, today, fixes } = input;
  const stages = createStages(STAGES, context);
  const { image, cutOut } = await stages.run('decode', () => decode(input, context.signal));
  const facts = await stages.run('measure', async () => {
    const lines =
      input.findsPrint === true && cutOut !== null
        ? await linesBeside(image, extractAlpha(cutOut), context)
        : null;
    const pixels = measurePixels(toPixelSource(image), {
      matte: cutOut === null ? null : extractAlpha(cutOut),
      product: productIn(picture),
      linesBeside: lines,
    });
    return { file: readFileFacts(picture, name), pixels };
  });
  const findings = listFindings(channel, facts, today);
  const fixed =
    fixes === undefined || findings.length === 0
      ? null
      : await stages.run('fix', () =>
          fixPicture(
            { picture, image, cutOut, facts, findings },
            { channel, today, fixes, name, xmp: input.xmp },
          ),
        );
  return { facts, findings, unchecked: notChecked(channel, facts), fixed, stagesMs: stages.durationsMs };
}

async function decode(
  { picture, cutOut }: CheckChannelInput,
  signal: AbortSignal,
): Promise<{ readonly image: RgbaRaster; readonly cutOut: RgbaRaster | null }> {
  const { image } = await decodePhoto(picture, signal);
  if (cutOut === undefined) {
    // A photo with transparent bars around it isn't treated as a cut-out.
    const isProduct = isCutOut(image) && !fillsItsBox(image);
    return { image, cutOut: isProduct ? image : null };
  }
  const cut = (await decodePhoto(cutOut, signal)).image;
  if (cut.widthPx !== image.widthPx || cut.heightPx !== image.heightPx)
    throw new RangeError('A cut-out has the size of its picture.');
  return { image, cutOut: cut };
}
