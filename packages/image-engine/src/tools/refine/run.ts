import type { RefineEdges, RefineFind } from '@packshot/contract';
import { decodePhoto } from '../../codec/decode.ts';
import { encodeRenditions, fitForModel } from '../../codec/encode.ts';
import type { Renditions } from '../../codec/encode.ts';
import { decodeAuxiliaryMaps } from '../../codec/map-files.ts';
import { isCutOut } from '../../pixels/raster/alpha.ts';
import { isMaskShape } from '../../pixels/raster/mask.ts';
import { gridForChanges, mapsAfterEdit } from '../../pixels/light/measure-maps.ts';
import { earlierCutOut } from '../../pixels/matte/earlier-cut-out.ts';
import { refineCutOut } from '../../pixels/matte/refine-cut-out.ts';
import type { RgbaRaster } from '../../pixels/raster/raster.ts';
import { joinFound } from '../../pixels/matte/found.ts';
import { areaIn, strokesIn } from '../../pixels/matte/strokes.ts';
import type { DrawnArea, Strokes } from '../../pixels/matte/strokes.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import { showsSubject } from '../../pixels/matte/subject.ts';
import { segmenter as network } from '../networks.ts';
import { searchIn } from '../search.ts';
import type { Segmenter } from '../segment.ts';
import { drive, createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';
import type { JobContext } from '../tool.ts';

export interface RefineJobInput {
  readonly photo: Uint8Array;
  /** File of the existing cut-out, or of its alpha matte; see `earlierCutOut`. */
  readonly cutOut: Uint8Array;
  /**
   * Picture of the user's strokes: red restores, green erases; see `strokesIn`. Blue surrounds the object for `find`.
   */
  readonly strokes: Uint8Array;
  /** Mode of the strokes: they follow the picture's edges, which is the default, or are applied as drawn. */
  readonly edges?: RefineEdges | undefined;
  /**
   * Mode in which the network searches for an object in the blue area, see `searchIn`; if undefined, blue is ignored.
   */
  readonly find?: RefineFind | undefined;
}

export interface RefineContext extends ToolContext {
  readonly openSegmenter: () => Promise<Segmenter>;
  readonly closeSegmenter?: () => Promise<void>;
}

/** Number of pixels of a photo from which the network is evicted, because photo, cut-out and result need its memory. */
const LARGE_PIXELS = 24_000_000;

/**
 * Cached resources that a job uses. Without a search it needs no network, so that the network's memory can be freed
 * for large photos.
 */
export const keeps = ({ find }: RefineJobInput) => (find === undefined ? [] : [network.cache]);

export const run = (input: RefineJobInput, context: JobContext): Promise<RefineResult> =>
  refine(input, {
    ...context,
    openSegmenter: () => network.open(context),
    closeSegmenter: () => network.cache.evict(),
  });

export interface RefineResult extends Renditions {
  /** Share of the picture's pixels whose alpha changed, 0 to 1. */
  changedFraction: number;
  stagesMs: Record<string, number>;
}

/** Side of the reduced photo on which the backdrop is measured. */
const SEEN_SIDE_PX = 512;

const STAGES = { decode: 0, find: 0.3, refine: 0.35, encode: 0.6 } as const;

/**
 * Decodes an untrusted photo, its cut-out and the strokes, and restores and erases. Pixels outside of strokes and found
 * objects equal the decoded cut-out's exactly, except for colors of transparent pixels, which are cleared.
 * @throws ImageRefusal for an invalid file, EMPTY_MASK, MASK_MISMATCH, NOTHING_FOUND by a search, or NOTHING_LEFT if no
 * part of the product would be visible
 * @throws the signal's reason
 */
export async function refine(input: RefineJobInput, context: RefineContext): Promise<RefineResult> {
  const { signal, checkpoint } = context;
  const stages = createStages(STAGES, context);
  const { find } = input;
  const {
    photo,
    cutOut,
    strokes,
    drawn,
    inputPhoto: shownPhoto,
    maps,
  } = await stages.run('decode', async () => {
    const { image } = await decodePhoto(input.photo, signal);
    await checkpoint();
    // Reduces the photo now, while no other large picture is in memory.
    const inputPhoto = isCutOut(image) ? undefined : await fitForModel(image, SEEN_SIDE_PX, SEEN_SIDE_PX);
    // Decodes the strokes before the cut-out and frees their colors, so that three large pictures are never in memory
    // at once.
    const { strokes, drawn } = await drawnOn(input, image, signal);
    await checkpoint();
    const earlier = await decodePhoto(input.cutOut, signal);
    await checkpoint();
    const cutOut = earlierCutOut(earlier.image, image);
    // Auxiliary maps belong to the existing cut-out's own pixels. If the picture only contributes its alpha, its maps
    // aren't used.
    const maps = cutOut === earlier.image ? await decodeAuxiliaryMaps(input.cutOut) : {};
    return { photo: image, cutOut, strokes, drawn, inputPhoto, maps };
  });
  const before = gridForChanges(cutOut, maps);
  // Searches before applying the strokes, because applying them reuses the photo's memory.
  const foundObject =
    drawn && find
      ? await stages.run('find', async () =>
          searchIn(photo, cutOut, drawn, find, await context.openSegmenter()),
        )
      : undefined;
  if (foundObject && photo.widthPx * photo.heightPx > LARGE_PIXELS) await context.closeSegmenter?.();
  const changedFraction = await stages.run('refine', async () => {
    const byHand = strokes
      ? await drive(
          refineCutOut(photo, cutOut, strokes, input.edges),
          { name: 'refine', start: STAGES.refine, end: STAGES.encode },
          context,
        )
      : 0;
    return byHand + (foundObject ? joinFound(cutOut, foundObject) : 0);
  });
  const after = shownPhoto === undefined ? {} : mapsAfterEdit(cutOut, shownPhoto, maps, before);
  if (!showsSubject(after.coverage ?? cutOut)) throw new ImageRefusal('NOTHING_LEFT');
  const renditions = await stages.run('encode', () => encodeRenditions(cutOut, () => after));
  return { ...renditions, changedFraction, stagesMs: stages.durationsMs };
}

interface StrokeInput {
  readonly strokes: Strokes | undefined;
  readonly drawn: DrawnArea | undefined;
}

async function drawnOn(
  { strokes: bytes, find }: RefineJobInput,
  photo: RgbaRaster,
  signal: AbortSignal,
): Promise<StrokeInput> {
  const { image } = await decodePhoto(bytes, signal);
  if (!isMaskShape(image, photo)) throw new ImageRefusal('MASK_MISMATCH');
  const strokes = strokesIn(image, photo);
  const drawnArea = find && areaIn(image, photo);
  if (!strokes && !drawnArea) throw new ImageRefusal('EMPTY_MASK');
  return { strokes, drawn: drawnArea };
}
