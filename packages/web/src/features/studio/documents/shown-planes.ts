import { NO_PLANES } from '../model/product-planes.ts';
import type { PlanePictures, ProductMaps } from '../model/product-planes.ts';
import { decodePicture } from './decode.ts';

/** Converts the layers made from auxiliary maps to pictures that the page can show; returns no pictures for null. */
export async function shownPlanes(planePictures: PlanePictures<Blob> | null): Promise<ProductMaps> {
  if (!planePictures) return NO_PLANES;
  const { shadow, clear } = planePictures;
  return {
    shadow: shadow && (await decodePicture(shadow)),
    clear: clear && {
      through: await decodePicture(clear.through),
      coverage: clear.coverage && (await decodePicture(clear.coverage)),
      glass: await decodePicture(clear.glass),
      product: await decodePicture(clear.product),
    },
  };
}
