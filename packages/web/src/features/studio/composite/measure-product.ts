import type { PictureId } from '../model/results.ts';
import { NO_PLANES, listPictures } from '../model/product-planes.ts';
import { bestRendition } from '../state/studio-state.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { productIn } from './composing.ts';

/**
 * Creates the function that measures products.
 * @returns a function that measures the open document's product for placement, once for each picture, as soon as its
 * pixels are loaded
 */
export function createProductMeasure(context: StudioContext): () => Promise<void> {
  const { services, store } = context;
  const measuring = new Set<PictureId>();

  return async () => {
    const state = store.getState();
    const { document, boxes } = state;
    const product = document && productIn(document);
    const picture = product && bestRendition(state, product.id);
    if (!document || !product || !picture || product.id in boxes || measuring.has(product.id)) return;
    measuring.add(product.id);
    try {
      const [box, planes] = await Promise.all([
        services.visibleBox(picture).catch((error: unknown) => {
          console.warn('The product could not be measured.', error);
          return null;
        }),
        services.productMaps(picture).catch((error: unknown) => {
          console.warn('The shadow and the clear parts of the product could not be read.', error);
          return NO_PLANES;
        }),
      ]);
      // Sets all values together, so that the computed shadow doesn't flash before the shadow from the photo appears.
      if (context.isOpen(document.id))
        store.setState((now) => ({
          boxes: { ...now.boxes, [product.id]: box },
          planes: { ...now.planes, [product.id]: planes },
        }));
      else for (const mapPicture of listPictures(planes)) services.release(mapPicture);
    } finally {
      measuring.delete(product.id);
    }
  };
}
