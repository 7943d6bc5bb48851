import { NO_MAPS } from '../model/product-maps.ts';
import type { MapPictures, ProductMaps } from '../model/product-maps.ts';
import { decodePicture } from './decode.ts';

/** Converts the layers made from auxiliary maps to pictures that the page can show; returns no pictures for null. */
export async function shownMaps(mapPictures: MapPictures<Blob> | null): Promise<ProductMaps> {
  if (!mapPictures) return NO_MAPS;
  const { shadow, clear } = mapPictures;
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
