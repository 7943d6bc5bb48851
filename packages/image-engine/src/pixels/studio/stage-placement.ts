import type { Placement } from '@packshot/contract';
import type { FramedStage } from './frame.ts';
import { defaultPlacement, footFrontPx } from './placement.ts';
import { isLyingOn } from './set-kinds.ts';

/** What a product's place depends on; lengths in any one unit. */
export interface StandingShape {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Of what touches the ground. */
  readonly baseWidthPx: number;
}

/**
 * Where a product goes by default, for the studio's preview and the engine alike: its base in the middle of the stage; lying, in the middle of the stage's room;
 * hanging, its top at the stage's point.
 * @param elevationDeg the angle by which the stage's camera looks down
 */
export function stagePlacement(
  stage: FramedStage,
  product: StandingShape,
  pictureShape: number,
  elevationDeg: number,
): Placement {
  const placement = defaultPlacement(stage, product, pictureShape);
  if (stage.hangs) return placement;
  if (isLyingOn({ camera: { elevationDeg } })) {
    return { ...placement, centerY: stage.footY - stage.maxHeight / 2 };
  }
  const front = frontShare(placement.width, product, pictureShape, elevationDeg);
  return { ...placement, centerY: placement.centerY + front };
}

/** How far below the middle of a product's base its front edge is, as a share of the picture's height. */
export const frontShare = (
  width: number,
  product: StandingShape,
  pictureShape: number,
  elevationDeg: number,
): number => (footFrontPx(product, elevationDeg) / product.widthPx) * width * pictureShape;
