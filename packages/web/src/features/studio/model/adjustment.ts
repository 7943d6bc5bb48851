/** Changes of a made scene that the user hasn't applied yet: the product's place, lamps, and colors of parts. */
import { ASPECT_RATIOS, sceneSize } from '@packshot/contract/tools/aspect-ratios';
import { SCENE_LARGER_SIDES_PX } from '@packshot/contract/tools/limits';
import {
  hexColorSchema,
  lampSchema,
  matchPercentSchema,
  placementSchema,
  sceneLargerSideSchema,
  sceneLockSchema,
} from '@packshot/contract/tools/scene';
import type { Placement, SceneLock } from '@packshot/contract/tools/scene';
import { POSES } from '@packshot/contract/tools/view';
import { dimLights, paintParts } from '@packshot/image-engine/pixels';
import { z } from 'zod';
import type { ToolName } from '@packshot/contract/tools/names';
import { currentResult, findProduct, isProviders } from './results.ts';
import type { PictureId, Result } from './results.ts';
import type { OtherProduct, SceneSettings } from './scene-settings.ts';
import type { PixelSize } from './size.ts';

/** Options of a scene's aspect ratio and size. */
const sceneSizeSchema = z.object({
  aspectRatioId: z.number().int(),
  isLarger: z.boolean(),
  largerSidePx: sceneLargerSideSchema.optional(),
});
export type SceneSizeOptions = Readonly<z.infer<typeof sceneSizeSchema>>;

export const adjustmentSchema = z.object({
  placement: placementSchema,
  /** Mood that replaces the scene's light, before the lamps' changes; missing for the light as made. */
  mood: sceneLockSchema.pick({ light: true, lights: true, exposure: true, keySoftness: true }).optional(),
  lamps: z.record(z.string(), lampSchema),
  /** Colors by the ID of a recolorable part. */
  tints: z.record(z.string(), hexColorSchema),
  matchPercent: matchPercentSchema,
  /** Pose of the first product; missing for the one with which the scene was made, and in older documents. */
  pose: z.enum(POSES).optional(),
  /** Aspect ratio and size; missing if they are unchanged, and in older documents. */
  size: sceneSizeSchema.optional(),
  /** Original places of all products, converted to the changed aspect ratio; that of the first product comes first. */
  homes: z.array(placementSchema).optional(),
  /** Last places that the user set; the basis for other aspect ratios. Missing if nothing was moved. */
  origin: z
    .object({
      /** Aspect ratio in which the user set the places. */
      aspectRatioId: z.number().int(),
      places: z.array(placementSchema),
      /**
       * Places computed from `places` for the current aspect ratio. If the stage shows other places, the user has moved
       * products since.
       */
      fitted: z.array(placementSchema),
    })
    .optional(),
  /** Places of the further products; missing if there are none, and in older documents. */
  others: z.array(placementSchema).optional(),
});
export type Adjustment = Readonly<z.infer<typeof adjustmentSchema>>;

/** A made scene that can be changed on the stage. */
export interface AdjustableScene {
  readonly result: Result;
  readonly product: Result;
  readonly look: SceneLock;
  /** The scene as it was made. */
  readonly original: Adjustment;
  readonly now: Adjustment;
  readonly madeSize: SceneSizeOptions;
  /** Further products in the scene, at their places now. */
  readonly others: readonly OtherProduct[];
  /** Shape and size as they are now. */
  readonly size: SceneSizeOptions;
  readonly frame: PixelSize;
}

/** Tools in which made scenes can be changed. */
const ADJUSTING_TOOLS: ReadonlySet<ToolName> = new Set(['scene']);

/** Parts of a document that this file reads. */
export interface SceneOnStage {
  readonly tool: ToolName;
  readonly results: readonly Result[];
  readonly requests: readonly { readonly id: string; readonly scene: SceneSettings }[];
  readonly edits: {
    readonly currentId: PictureId;
    readonly hiddenIds: readonly PictureId[];
    readonly adjustments: Readonly<Record<PictureId, Adjustment>>;
  };
}

/**
 * Made scene on the stage, if it can be changed: the Background tool is chosen, and the scene is from a studio set with
 * a product whose cut-out is in the document.
 */
export function adjustableScene(document: SceneOnStage): AdjustableScene | null {
  const result = ADJUSTING_TOOLS.has(document.tool) ? currentResult(document) : null;
  const { facts, placement } = result?.scene ?? {};
  const sceneLock = facts?.look;
  if (!result || !sceneLock || !placement || result.cropOf !== null || isProviders(result.engine))
    return null;
  const product = findProduct(document, result.id);
  const beside = facts.beside ?? [];
  const request = document.requests.find(({ id }) => id === result.scene?.runId);
  const otherProducts = beside.length > 0 ? (request?.scene.otherProducts ?? []) : [];
  const madeSize = sizeOptions(result);
  if (!product || !madeSize || otherProducts.length !== beside.length) return null;
  const places = beside.map((other) => other.placement);
  const original: Adjustment = {
    placement,
    lamps: {},
    tints: {},
    matchPercent: sceneLock.matchPercent,
    ...(places.length > 0 && { others: places }),
  };
  const now = document.edits.adjustments[result.id] ?? original;
  const size = now.size ?? madeSize;
  const others = otherProducts.map((other, index) => ({
    ...other,
    placement: now.others?.[index] ?? other.placement,
  }));
  return { result, product, look: sceneLock, original, now, madeSize, others, size, frame: chosenSize(size) };
}

/** Place of the first product as the scene was made. */
export const homePlacement = ({ original, now }: AdjustableScene): Placement =>
  now.homes?.[0] ?? original.placement;

/** Whether the scene on the stage has changes that the user hasn't applied. */
export function hasOpenAdjustment(document: SceneOnStage): boolean {
  const scene = adjustableScene(document);
  if (!scene) return false;
  const { origin: _origin, ...now } = scene.now;
  return JSON.stringify(now) !== JSON.stringify(scene.original);
}

/** Scene lock with the user's changes. */
export function adjustedLock(lock: SceneLock, { mood, lamps, tints, matchPercent }: Adjustment): SceneLock {
  const look = { ...lock, ...mood };
  return { ...look, lights: dimLights(look.lights, lamps), ...paintParts(look, tints), matchPercent };
}

export const chosenSize = ({ aspectRatioId, isLarger, largerSidePx }: SceneSizeOptions): PixelSize =>
  sceneSize(aspectRatioId, isLarger, largerSidePx);

/** Sizes that a scene of this aspect ratio can have, the smallest first. */
export const listSceneSizes = (aspectRatioId: number): readonly SceneSizeOptions[] => [
  { aspectRatioId, isLarger: false },
  ...SCENE_LARGER_SIDES_PX.map((largerSidePx) => ({ aspectRatioId, isLarger: true, largerSidePx })),
];

/** Options that make a scene of this size; null for a size that no scene has. */
function sizeOptions({ widthPx, heightPx }: Pick<Result, 'widthPx' | 'heightPx'>): SceneSizeOptions | null {
  for (const { id: aspectRatioId } of ASPECT_RATIOS) {
    for (const option of listSceneSizes(aspectRatioId)) {
      const size = chosenSize(option);
      if (size.widthPx === widthPx && size.heightPx === heightPx) return option;
    }
  }
  return null;
}
