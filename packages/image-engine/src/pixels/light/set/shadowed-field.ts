import { MIN_GAIN, GAIN_UNIT } from '../light-field.ts';
import type { LightField } from '../light-field.ts';
import type { Box } from '../../raster/raster.ts';
import { unproject } from '../../stage/camera.ts';
import type { Camera } from '../../stage/camera.ts';
import type { RenderCrop } from '../../stage/crop.ts';
import { inRender } from '../../stage/placement.ts';
import type { PosedProduct, Stand } from '../../stage/placement.ts';
import { unitedCast } from '../../stage/volume.ts';
import type { Occluder } from '../../stage/volume.ts';
import { lightOver } from './relight.ts';
import type { LitLayer } from './relight.ts';

/** Product on which shadows fall. */
interface ShadowedProduct {
  readonly posed: PosedProduct;
  readonly stand: Stand;
  readonly lit: readonly LitLayer[];
  /** Region of the set's layers around the product. */
  readonly stage: Box;
  readonly isMirrored: boolean;
  readonly camera: Camera;
  readonly crop: RenderCrop;
  readonly picture: { readonly widthPx: number; readonly heightPx: number };
}

interface OthersShadows {
  /** Shadows that each other product casts, by light ID. */
  readonly casts: readonly ReadonlyMap<string, Occluder>[];
  /** Opacity of the shadows: 0 is none, 1 physically correct. */
  readonly opacity: number;
}

/**
 * Share of a light that reaches the side that the camera sees: none from straight behind, all from beside and from the
 * front.
 */
const reachAt = (facing: number): number => Math.min(1, Math.max(0, 1 + facing));

/**
 * Darkens a product's light field where other products stand between it and the lights. The product counts as an upright
 * card at the depth of its base.
 */
export function shadowedField(
  field: LightField,
  { posed, stand, lit, stage, isMirrored, camera, crop, picture }: ShadowedProduct,
  { casts, opacity }: OthersShadows,
): LightField {
  if (opacity === 0 || casts.every((each) => each.size === 0)) return field;
  const sumLight = (layers: readonly LitLayer[]): number =>
    lightOver(layers, stage, isMirrored).reduce((sum, light) => sum + light, 0);
  const whole = sumLight(lit);
  if (whole === 0) return field;
  const [ahead, aside] = camera.forward;
  const lights = lit.flatMap((layer) => {
    const { light } = layer;
    if (light.kind === 'environment') return [];
    const occluder = unitedCast(casts, light.id);
    const [x, y, z] = light.direction;
    const facing = -(x * ahead + y * aside) / Math.hypot(x, y, z);
    return occluder ? [{ occluder, share: (sumLight([layer]) / whole) * reachAt(facing) }] : [];
  });
  const { columns, rows } = field;
  const gains = field.gains.slice();
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 3) {
      const { x, y } = inRender(
        crop,
        (posed.xPx + ((column + 0.5) * posed.raster.widthPx) / columns) / picture.widthPx,
        (posed.yPx + ((row + 0.5) * posed.raster.heightPx) / rows) / picture.heightPx,
      );
      const point = unproject(camera, x, y, stand.depthDm);
      let rest = 1;
      for (const { occluder, share } of lights) rest -= share * Math.min(1, opacity * occluder(...point));
      for (let c = at; c < at + 3; c++)
        gains[c] = Math.max(
          Math.min(gains[c], MIN_GAIN * GAIN_UNIT),
          Math.round(gains[c] * Math.max(0, rest)),
        );
    }
  }
  return { columns, rows, gains };
}
