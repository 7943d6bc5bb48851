/** Further products of the scene on the stage. */
import { t } from '@packshot/contract/text/translation';
import { GROUP_FIRST, MOST_BESIDE } from '@packshot/contract/tools/scene';
import type { ProductScale } from '@packshot/contract/tools/product-scale';
import { framingNow, placedOthers, placedProduct, productIn } from '../../composite/composing.ts';
import { editInFrame } from '../../composite/edit-in-frame.ts';
import { loadWords, scaleOfNamed } from '../../composite/product-view.ts';
import { completeResult } from '../../documents/show-result.ts';
import { ARRANGEMENT, joinGroup, toGroupPlacements } from '../../model/composition.ts';
import type { FramedProduct } from '../../model/composition.ts';
import type { PictureId } from '../../model/results.ts';
import type { OtherProduct, SceneSettings } from '../../model/scene-settings.ts';
import type { StudioState } from '../../state/studio-state.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { nameOwnProduct } from '../../model/product-names.ts';
import { readScale } from './read-scale.ts';
import { takeOwnPicture } from './take-own-picture.ts';

/** Typical size of products, relative to those that stand on a table. */
const SIZES: Readonly<Record<ProductScale, number>> = { hand: 0.45, table: 1, furniture: 3, vehicle: 6 };
/** Limits of the new product's size relative to the first product's. */
const LEAST_RATIO = 0.25;
const MOST_RATIO = 3;
/** Ratio if the new product's real size is unknown, or is the same as the first product's. */
const UNKNOWN_RATIO = 0.85;

export const isFull = (others: readonly OtherProduct[]): boolean => others.length >= MOST_BESIDE;

/** Further products in the square of their arrangement, as far as their bounds are known. */
const arrangedOthers = ({ document, boxes }: StudioState): (FramedProduct & { readonly id: PictureId })[] =>
  (document?.edits.scene.otherProducts ?? []).flatMap(({ id, placement }) => {
    const box = boxes[id];
    return box ? [{ id, placement, box, frame: ARRANGEMENT }] : [];
  });

/** Settings with which the scene places the products again, in the arrangement that they have on the stage. */
export function arrangeGroup(state: StudioState): Partial<SceneSettings> {
  const { scene } = state.document?.edits ?? {};
  const first = placedProduct(state);
  if (!scene || !first || scene.placement === null) return {};
  const places = toGroupPlacements(
    [first.placement, ...scene.otherProducts.map(({ placement }) => placement)],
    first.frame,
  );
  const otherProducts = scene.otherProducts.map((other, at) => ({
    ...other,
    placement: places[at] ?? other.placement,
  }));
  return { placement: null, framing: null, otherProducts };
}

export function createOtherProducts(context: StudioContext) {
  const { services, store } = context;

  const getOthers = (): readonly OtherProduct[] => store.getState().document?.edits.scene.otherProducts ?? [];

  /** Size of a product relative to the first one, as far as their names tell. */
  const readRatio = async (name: string, knownScale: ProductScale | null): Promise<number> => {
    await loadWords();
    const { document } = store.getState();
    // A product of unknown size counts as one that stands on a table, as in the engine.
    const first = (document && (document.edits.scene.scale ?? readScale(document))) ?? 'table';
    const own = knownScale ?? scaleOfNamed(name);
    if (own === null || first === own) return UNKNOWN_RATIO;
    return Math.min(MOST_RATIO, Math.max(LEAST_RATIO, SIZES[own] / SIZES[first]));
  };

  /**
   * Adds a cut-out to the scene.
   * @param key storage key of the cut-out, if the server made it
   * @param scale real-world size, if it is known
   */
  const add = async (file: File, key: string | null, scale: ProductScale | null = null): Promise<void> => {
    const documentId = store.getState().document?.id;
    const taken = await takeOwnPicture(context, file, 'product');
    if (!taken || documentId === undefined) return;
    const { own, picture } = taken;
    const { id, name } = own;
    const box = await services.visibleBox(picture).catch(() => null);
    const ratio = await readRatio(name, scale);
    const state = store.getState();
    const first = placedProduct(state);
    if (!first || !context.isOpen(documentId) || isFull(getOthers())) return;
    if (!box || box.isOpaque)
      return services.notify(
        'warning',
        t('{name} still has its background. Cut it out first, then add it from your recent photos.', {
          name,
        }),
      );
    if (key !== null)
      context.patchDocument(documentId, (open) => ({ ...open, uploads: { ...open.uploads, [id]: key } }));
    store.setState((now) => ({ boxes: { ...now.boxes, [id]: box }, movedId: id }));
    // Products that aren't loaded keep their places.
    const isPlaced = state.document?.edits.scene.placement !== null;
    const shown = isPlaced ? placedOthers(state) : arrangedOthers(state);
    const group = { ...first, ...(!isPlaced && { placement: GROUP_FIRST, frame: ARRANGEMENT }) };
    const joined = joinGroup([group, ...shown], box, ratio);
    const places = isPlaced ? joined.slice(1) : toGroupPlacements(joined, ARRANGEMENT);
    const others = [...getOthers(), { id, name, placement: first.placement }].map((other) => {
      const at = other.id === id ? places.length - 1 : shown.findIndex((each) => each.id === other.id);
      return { ...other, placement: places[at] ?? other.placement };
    });
    editInFrame(context, 'other-products', {
      ...(isPlaced && { placement: joined[0] ?? null, framing: framingNow(state) }),
      otherProducts: others,
    });
    context.announce(t('{name} is in the scene.', { name }));
  };

  return {
    addProductFile: (file: File): Promise<void> => add(file, null),
    /** Adds the cut-out of another photo in this browser. */
    addRecentProduct: async (documentId: string): Promise<void> => {
      const recent = store.getState().recents.find(({ document }) => document.id === documentId);
      const product = recent && productIn(recent.document);
      if (!recent || !product) return;
      const { documents } = services;
      try {
        const stored = await documents.readBlob(documentId, `${product.id}/full`);
        const result = stored ? null : completeResult((await services.taskState(product.id)).result);
        const blob = stored ?? (await services.fetchBlob(result?.imageUrl ?? ''));
        const name = nameOwnProduct(recent.document);
        const scale = recent.document.edits.scene.scale ?? readScale(recent.document);
        await add(new File([blob], `${name}.png`, { type: blob.type }), product.key || null, scale);
      } catch (error) {
        console.warn('The cut-out of another photo could not be loaded.', error);
        services.notify(
          'warning',
          t('This cut-out is no longer stored. Open its photo and cut it out again.'),
        );
      }
    },
    removeProduct: (id: string): void => {
      editInFrame(context, 'other-products', {
        otherProducts: getOthers().filter((other) => other.id !== id),
      });
      store.setState({ movedId: null });
    },
  };
}
