/** Shape and size of a made scene, with its products at the same positions in the set. */
import { t } from '@packshot/contract/text/translation';
import { placementInShape } from '@packshot/image-engine/pixels';
import { adjustableScene, sizeOf } from '../../model/adjustment.ts';
import type { SceneSizeOptions } from '../../model/adjustment.ts';
import { fitGroup } from '../../model/composition.ts';
import { editMadeScene } from '../../model/edits.ts';
import type { StudioContext } from '../../state/studio-context.ts';

export function createMadeFormat({ services, store, change }: StudioContext) {
  return async (part: Partial<SceneSizeOptions>): Promise<void> => {
    const { document } = store.getState();
    const scene = document && adjustableScene(document);
    if (!scene) return;
    const { look } = scene;
    const loaded = await services.studioSet(look.setId).catch((error: unknown) => {
      console.warn('The set of the scene could not be loaded.', error);
      services.notify('warning', t('The format can’t be changed now. Try again in a moment.'));
      return null;
    });
    if (!loaded) return;
    const { set } = loaded;
    change((open, nowMs) => {
      const { boxes } = store.getState();
      return editMadeScene(open, 'frame', nowMs, (now) => {
        const opened = adjustableScene(open);
        if (opened?.result.id !== scene.result.id) return {};
        const { made, madeSize, product, others } = opened;
        const size = { ...opened.size, ...part };
        const ids = [product.id, ...others.map(({ id }) => id)];
        const toShape = (places: readonly (typeof made.placement)[], from: SceneSizeOptions) => {
          const moved = places.map((place) =>
            placementInShape(place, set, look, from.aspectRatioId, size.aspectRatioId),
          );
          if (from.aspectRatioId === size.aspectRatioId) return [...places];
          const framed = moved.flatMap((placement, index) => {
            const box = boxes[ids[index] ?? ''];
            return box ? [{ placement, box, frame: sizeOf(size) }] : [];
          });
          return framed.length === moved.length ? fitGroup(framed) : moved;
        };
        const places = [now.placement, ...(now.others ?? [])];
        const asMade = [made.placement, ...(made.others ?? [])];
        const homes = toShape(asMade, madeSize);
        const isUnmoved = JSON.stringify(places) === JSON.stringify(now.homes ?? asMade);
        const [placement = now.placement, ...rest] = isUnmoved ? homes : toShape(places, opened.size);
        const isAsMade = JSON.stringify(sizeOf(size)) === JSON.stringify(sizeOf(madeSize));
        return {
          placement,
          ...(now.others && { others: rest }),
          size: isAsMade ? undefined : size,
          homes: isAsMade ? undefined : homes,
        };
      });
    });
  };
}
