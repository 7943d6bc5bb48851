import type { Placement } from '@packshot/contract';
import type { FramedStage } from './frame.ts';
import { defaultPlacement, footFrontPx } from './placement.ts';
import { isLyingOn } from './set-kinds.ts';

/** What is cut off ends beyond the picture by this share of its height, so that no edge of it is seen. */
const OVERLAP = 0.002;

/** What a product's place depends on; lengths in any one unit. */
export interface StandingShape {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Of what touches the ground. */
  readonly baseWidthPx: number;
  /** The photo's lower edge cuts it off: so does the picture's. */
  readonly isCutBelow?: boolean | undefined;
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
  if (product.isCutBelow === true) {
    const height = (placement.width * pictureShape * product.heightPx) / product.widthPx;
    return { ...placement, centerY: 1 + OVERLAP - height / 2 };
  }
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
