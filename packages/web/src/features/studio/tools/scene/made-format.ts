/** Changes the shape and size of a made scene. Its products keep their positions in the set. */
import type { Placement } from '@packshot/contract/tools/scene';
import { t } from '@packshot/contract/text/translation';
import { adjustableScene, chosenSize } from '../../model/adjustment.ts';
import type { SceneSizeOptions } from '../../model/adjustment.ts';
import { editMadeScene } from '../../model/edits.ts';
import { placesInFormat } from '../../model/scene-format.ts';
import type { StudioContext } from '../../state/studio-context.ts';

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function createMadeFormat({ services, store, change }: StudioContext) {
  return async (part: Partial<SceneSizeOptions>): Promise<void> => {
    const { document } = store.getState();
    const scene = document && adjustableScene(document);
    if (!scene) return;
    const { look } = scene;
    const loaded = await services.studioSet(look.setId).catch((error: unknown) => {
      console.warn('The set of the scene could not be loaded.', error);
      services.notify(
        'warning',
        t('The scene’s set didn’t load, so its format stays the same. Try again in a moment.'),
      );
      return null;
    });
    if (!loaded) return;
    const { set } = loaded;
    change((open, nowMs) => {
      const { boxes } = store.getState();
      return editMadeScene(open, 'frame', nowMs, (now) => {
        const opened = adjustableScene(open);
        if (opened?.result.id !== scene.result.id) return {};
        const { original, madeSize } = opened;
        const size = { ...opened.size, ...part };
        const toShape = (places: readonly Placement[], fromId: number) =>
          placesInFormat(opened, set, boxes, { places, fromId, size });
        const places = [now.placement, ...(now.others ?? [])];
        const asMade = [original.placement, ...(original.others ?? [])];
        const homes = toShape(asMade, madeSize.aspectRatioId);
        const isUnmoved = isEqual(places, now.homes ?? asMade);
        const isSameShape = size.aspectRatioId === opened.size.aspectRatioId;
        const origin =
          now.origin && isEqual(places, now.origin.fitted)
            ? now.origin
            : { aspectRatioId: opened.size.aspectRatioId, places };
        const placesAfter = isSameShape ? places : toShape(origin.places, origin.aspectRatioId);
        const [placement = now.placement, ...rest] = isUnmoved ? homes : placesAfter;
        const isAsMade = isEqual(chosenSize(size), chosenSize(madeSize));
        return {
          placement,
          ...(now.others && { others: rest }),
          size: isAsMade ? undefined : size,
          homes: isAsMade ? undefined : homes,
          origin: isUnmoved ? undefined : { ...origin, fitted: placesAfter },
        };
      });
    });
  };
}
