import type { CutOutFacts, ReadView, Review } from '@packshot/contract';
import { decodeForModel, decodePhoto } from '../../codec/decode.ts';
import { encodePixels, encodeRenditions } from '../../codec/encode.ts';
import type { Renditions } from '../../codec/encode.ts';
import { decodeAuxiliaryMaps } from '../../codec/map-files.ts';
import { coverage, fillsItsBox, isCutOut, visibleBounds } from '../../pixels/raster/alpha.ts';
import { judgeResult, flagsWith } from '../../pixels/quality/review/quality-flags.ts';
import { replaceMixedColors } from '../../pixels/matte/foreground.ts';
import { takeShadowOff } from '../../pixels/light/cut-out-shadow.ts';
import { measureMaps } from '../../pixels/light/measure-maps.ts';
import type { MeasuredMaps } from '../../pixels/light/measure-maps.ts';
import { applyGuidedAlpha } from '../../pixels/matte/guided-alpha.ts';
import type { AuxiliaryMaps } from '../../pixels/matte/auxiliary-maps.ts';
import type { Box, RgbaRaster, RgbRaster } from '../../pixels/raster/raster.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import { examineCutOut } from '../../pixels/quality/review/examined.ts';
import { reviewCutOut } from '../../pixels/quality/review/review.ts';
import { showsSubject } from '../../pixels/matte/subject.ts';
import { readRecognizedView, seenInPhoto } from '../describe/name-product.ts';
import type { NamingContext } from '../describe/name-product.ts';
import { classifier, segmenter as network } from '../networks.ts';
import { segment } from '../segment.ts';
import type { Segmenter } from '../segment.ts';
import { createStages } from '../stages.ts';
import type { Stages, ToolContext } from '../stages.ts';
import type { JobContext } from '../tool.ts';

export interface CutOutJobInput {
  /** File of the photo: PNG, JPEG, WebP, AVIF or HEIC. */
  readonly photo: Uint8Array;
}

export interface CutOutResult extends Renditions, CutOutFacts {
  readonly review: Review;
  /** Share of the picture that the object covers, 0 to 1. */
  foregroundFraction: number;
  /** Bounding box of the object. */
  foreground: Box;
  stagesMs: Record<string, number>;
}

export interface CutOutContext extends ToolContext {
  readonly segmenter: Segmenter;
  /** Opens the network that recognizes the product; without it, the product's view is read from its shape alone. */
  readonly openClassifier?: NamingContext['openClassifier'];
}

export const keeps = [network.cache, classifier.cache];

export const run = async (input: CutOutJobInput, context: JobContext): Promise<CutOutResult> =>
  cutOut(input, {
    ...context,
    segmenter: await network.open(context),
    openClassifier: () => classifier.open(context),
  });

/** Stages of the job in order, each with the share of the work that is done when it starts. */
const STAGES = {
  decode: 0,
  segment: 0.08,
  refine: 0.5,
  defringe: 0.65,
  planes: 0.72,
  encode: 0.75,
} as const;

/**
 * Decodes untrusted bytes and cuts the object out.
 * @throws ImageRefusal; NO_SUBJECT if the photo shows no object or none of it would be visible
 * @throws the signal's reason
 */
export async function cutOut({ photo }: CutOutJobInput, context: CutOutContext): Promise<CutOutResult> {
  const stages = createStages(STAGES, context);
  const [{ image, format }, input] = await stages.run('decode', () =>
    Promise.all([decodePhoto(photo, context.signal), decodeForModel(photo, () => context.segmenter.sidePx)]),
  );
  // A picture that is transparent already has no background with which the object could be compared.
  const hasBackground = format === 'jpeg' || !isCutOut(image);
  const result = await cutFrom(image, photo, stages, context.segmenter, {
    hasBackground,
    input,
    namingContext: namingContext(context),
  });
  // Other threads encode meanwhile. The pixels of a transparent product change, so they are encoded again.
  let encoding = encodePixels(image);
  encoding.catch(() => undefined);
  const { separate, shadow } = await stages.run('planes', () => result.maps());
  const facts = await stages.run('planes', () => result.facts());
  let clear: AuxiliaryMaps = {};
  if (separate) {
    await encoding;
    clear = separate();
    encoding = encodePixels(image);
  }
  const maps = (): AuxiliaryMaps => ({ ...shadow(), ...clear });
  const renditions = await stages.run('encode', () => encodeRenditions(image, maps, encoding));
  return { ...renditions, ...facts, stagesMs: stages.durationsMs };
}

const namingContext = ({ openClassifier, checkpoint }: CutOutContext): NamingContext | undefined =>
  openClassifier && { openClassifier, checkpoint };

/** Throws ImageRefusal (NO_SUBJECT) if a processing step has removed the product. */
function assertShowsSubject(image: RgbaRaster): void {
  if (!showsSubject(image)) throw new ImageRefusal('NO_SUBJECT');
}

/**
 * Cuts the object out, in place.
 * @param photo file of the picture, which may contain auxiliary maps
 * @param hasBackground false if the picture is a cut-out already
 * @param input result of `decodeForModel`, if the caller has it
 * @param readsView true to determine the camera view at once, which takes 50 ms
 * @param naming recognizes the product, for its view; undefined to read the view from its shape alone
 */
export async function cutFrom(
  image: RgbaRaster,
  photo: Uint8Array,
  stages: Pick<Stages<'segment' | 'refine' | 'defringe'>, 'run'>,
  segmenter: Segmenter,
  {
    hasBackground,
    input = null,
    readsView = true,
    namingContext,
  }: {
    readonly hasBackground: boolean;
    readonly input?: RgbRaster | null;
    readonly readsView?: boolean;
    readonly namingContext?: NamingContext | undefined;
  },
) {
  const laid = hasBackground ? {} : takeShadowOff(image);
  // An existing cut-out is reviewed but not changed: the network sees it on a white background, on which its white
  // parts would be lost.
  const isCutBefore = !hasBackground && !fillsItsBox(image);
  const segmentation = await stages.run('segment', () => segment(image, segmenter, undefined, input));
  // The network recognizes the product on other threads while the cut-out is refined.
  const seenLater = readsView && namingContext ? seenInPhoto(image, segmentation.mask, namingContext) : null;
  seenLater?.catch(() => undefined);
  await stages.run('refine', () => {
    if (!isCutBefore) applyGuidedAlpha(image, segmentation.guide, segmentation.mask);
  });
  assertShowsSubject(image);
  await stages.run('defringe', () => {
    if (!isCutBefore) replaceMixedColors(image);
  });
  return {
    /** Reads quality flags, score, view and bounds; must be called before clear parts change alpha. */
    async facts(): Promise<CutOutReading> {
      const sighting = await seenLater;
      const box = visibleBounds(image);
      const view = readsView ? readRecognizedView(image, segmentation.inputPhoto, sighting, box) : undefined;
      return readFacts(image, segmentation, box, view);
    },
    async maps(): Promise<MeasuredMaps> {
      if (hasBackground) return measureMaps(image, segmentation.guide);
      const maps = { ...laid, ...(await decodeAuxiliaryMaps(photo)) };
      return { shadow: () => maps };
    },
    /** Determines the camera view, for callers that didn't request it at once. */
    readView: () => readRecognizedView(image, segmentation.inputPhoto, null),
  };
}

/** Facts about a cut-out that are read from its alpha, before clear parts replace alpha by the blocked light. */
interface CutOutReading extends CutOutFacts {
  readonly review: Review;
  readonly foregroundFraction: number;
  readonly foreground: Box;
}

function readFacts(
  image: RgbaRaster,
  segmentation: Awaited<ReturnType<typeof segment>>,
  box: Box | undefined,
  view: ReadView | undefined,
): CutOutReading {
  const judged = judgeResult(image, segmentation.inputPhoto, segmentation.unsure);
  const seenClosely = examineCutOut(image, segmentation);
  const review = reviewCutOut(seenClosely, judged.doubts);
  const { widthPx, heightPx } = image;
  return {
    ...judged,
    doubts: flagsWith(review, judged.doubts, seenClosely.alpha),
    review,
    ...(view === undefined ? {} : { view }),
    foregroundFraction: coverage(image),
    foreground: box ?? { xPx: 0, yPx: 0, widthPx, heightPx },
  };
}
