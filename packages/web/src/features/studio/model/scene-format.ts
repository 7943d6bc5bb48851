import { sceneSize } from '@packshot/contract/tools/aspect-ratios';
import type { Placement } from '@packshot/contract/tools/scene';
import { placementInShape } from '@packshot/image-engine/pixels';
import type { StudioSet } from '@packshot/image-engine/pixels';
import { chosenSize } from './adjustment.ts';
import type { AdjustableScene, SceneSizeOptions } from './adjustment.ts';
import { fitGroup } from './composition.ts';
import type { VisibleBox } from './composition.ts';
import type { PictureId } from './results.ts';

/**
 * Places of a made scene's products in another format. The products keep their positions in the set, and become smaller
 * if the new frame would crop them.
 * @param places places in the format `fromId`, that of the first product first
 * @param boxes visible boxes of the products
 */
export function placesInFormat(
  { look, product, others }: AdjustableScene,
  set: StudioSet,
  boxes: Readonly<Record<PictureId, VisibleBox | null>>,
  { places, fromId, size }: PlacesToMove,
): Placement[] {
  if (fromId === size.aspectRatioId) return [...places];
  const ids = [product.id, ...others.map(({ id }) => id)];
  const moved = places.map((place) => placementInShape(place, set, look, fromId, size.aspectRatioId));
  const framed = moved.flatMap((placement, index) => {
    const [box, earlier] = [boxes[ids[index] ?? ''], places[index]];
    if (!box || !earlier) return [];
    const before = { placement: earlier, frame: sceneSize(fromId, false) };
    return [{ placement, box, frame: chosenSize(size), before }];
  });
  return framed.length === moved.length ? fitGroup(framed) : moved;
}

interface PlacesToMove {
  readonly places: readonly Placement[];
  /** Aspect ratio in which the places are. */
  readonly fromId: number;
  readonly size: SceneSizeOptions;
}
