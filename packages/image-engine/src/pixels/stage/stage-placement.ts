import type { Placement } from '@packshot/contract';
import type { CutSide } from './cut-off.ts';
import type { FramedStage } from './crop.ts';
import { defaultPlacement, footFrontPx } from './placement.ts';
import { isLyingOn } from './set-kinds.ts';

/**
 * Distance by which a side that the photo cut off extends beyond the picture, as a share of it, so that the cut isn't
 * visible.
 */
const OVERLAP = 0.002;

/** Inputs of a product's default placement; all lengths in one unit. */
interface StandingShape {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Width of the product's contact with the ground. */
  readonly baseWidthPx: number;
  /** True if the photo's lower edge cuts the product off; the picture's lower edge must then cut it off too. */
  readonly isCutBelow?: boolean | undefined;
  /** Side at which the photo cuts the product off; the same side of the picture must then cut it off too. */
  readonly cutSide?: CutSide | undefined;
}

/**
 * Default placement of a product, computed in the same way by the web app's preview and the engine. A standing product
 * has the center of its base at the set's product position, a lying product its center in the available space, and a
 * hanging product its top at the product position.
 * @param elevationDeg elevation of the set's camera
 */
export function stagePlacement(
  stage: FramedStage,
  product: StandingShape,
  pictureShape: number,
  elevationDeg: number,
): Placement {
  const usual = defaultPlacement(stage, product, pictureShape);
  const placement = { ...usual, centerX: atSide(usual, product.cutSide) };
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

/** Horizontal center of a product that extends beyond the picture at the side where its photo cuts it off. */
function atSide({ centerX, width }: Placement, side: CutSide | undefined): number {
  if (side === undefined) return centerX;
  return side === 'left' ? width / 2 - OVERLAP : 1 + OVERLAP - width / 2;
}

/** Distance by which a base's front edge is lower than its center, as a share of the picture's height. */
export const frontShare = (
  width: number,
  product: StandingShape,
  pictureShape: number,
  elevationDeg: number,
): number => (footFrontPx(product, elevationDeg) / product.widthPx) * width * pictureShape;
