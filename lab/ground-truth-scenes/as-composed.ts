import type { DecodedStudioSet } from '../../packages/image-engine/src/pixels/stage/layers.ts';
import type { LinearPicture } from '../../packages/image-engine/src/pixels/raster/light-raster.ts';
import { computeCrop, cropPx } from '../../packages/image-engine/src/pixels/stage/crop.ts';
import { resamplePicture } from '../../packages/image-engine/src/pixels/raster/light-raster.ts';
import { defaultWeight, relight } from '../../packages/image-engine/src/pixels/light/set/relight.ts';
import type { ScenePlan } from '../../packages/image-engine/src/pixels/stage/scene-plan.ts';

const SQUARE = 1;

/** Plan for a set under its own lights. */
export function planAsComposed({ set }: DecodedStudioSet): ScenePlan {
  return {
    setId: set.id,
    isMirrored: false,
    lights: Object.fromEntries(set.lights.map((light) => [light.id, defaultWeight(light)])),
    tints: {},
    exposure: 1,
    keySoftness: 1,
    framing: 'usual',
    facts: {
      reference_id: set.family,
      title: set.title,
      light: 'as-composed',
      palette: [],
      understood: [],
      ignored: [],
    },
  };
}

/** Linear picture of the area of the set that a scene shows, without a product. */
export function bareGround(decoded: DecodedStudioSet, widthPx: number, heightPx: number): LinearPicture {
  const { lights, tints, exposure } = planAsComposed(decoded);
  const part = cropPx(computeCrop(decoded.set, SQUARE, 'usual'), decoded.albedo.widthPx);
  return resamplePicture(
    relight(decoded, { lights, tints, exposure }, { part, isMirrored: false }),
    widthPx,
    heightPx,
  );
}
