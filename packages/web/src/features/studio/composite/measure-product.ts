import { adjustableScene } from '../model/adjustment.ts';
import type { PictureId } from '../model/results.ts';
import { NO_MAPS, listPictures } from '../model/product-maps.ts';
import { bestRendition } from '../state/studio-state.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { productIn } from './composing.ts';

/**
 * Creates the function that measures products.
 * @returns a function that measures the open document's products for placement, once for each picture, as soon as its
 * pixels are loaded
 */
export function createProductMeasure(context: StudioContext): () => Promise<void> {
  const { services, store } = context;
  const measuring = new Set<PictureId>();

  const measure = async (documentId: string, id: PictureId): Promise<void> => {
    const state = store.getState();
    const picture = bestRendition(state, id);
    if (!picture || id in state.boxes || measuring.has(id)) return;
    measuring.add(id);
    try {
      const [box, maps] = await Promise.all([
        services.visibleBox(picture).catch((error: unknown) => {
          console.warn('The product could not be measured.', error);
          return null;
        }),
        services.productMaps(picture).catch((error: unknown) => {
          console.warn('The shadow and the clear parts of the product could not be read.', error);
          return NO_MAPS;
        }),
      ]);
      // Sets all values together, so that the computed shadow doesn't flash before the shadow from the photo appears.
      if (context.isOpen(documentId))
        store.setState((now) => ({
          boxes: { ...now.boxes, [id]: box },
          maps: { ...now.maps, [id]: maps },
        }));
      else for (const mapPicture of listPictures(maps)) services.release(mapPicture);
    } finally {
      measuring.delete(id);
    }
  };

  return async () => {
    const { document } = store.getState();
    if (!document) return;
    const others = adjustableScene(document)?.others ?? document.edits.scene.otherProducts;
    const ids = [productIn(document)?.id, ...others.map(({ id }) => id)];
    for (const id of ids) if (id !== undefined) await measure(document.id, id);
  };
}
