import type { PixelSize } from '../../model/size.ts';
import type { ExportSource } from '../export-source.ts';
import { formatFor } from '../extend-scene.ts';

/** Pictures from which the files for shops are made. */
export interface ShopSources {
  /** Picture as it is on the stage. */
  whole(): ExportSource;
  /**
   * Product without its background.
   * @throws if the picture shows no product, or its pixels can't be read
   */
  alone(): Promise<ExportSource>;
  /**
   * Picture as a scene whose set fills the frame; null if it can't be made.
   * @param frame size of the shop's file
   */
  extended(frame: PixelSize): Promise<ExportSource | null>;
  /** Replaces one of the pictures by its enlargement. */
  replace(before: ExportSource, enlarged: ExportSource): void;
  /** Whether a picture is an enlargement, which isn't enlarged again. */
  isEnlarged(source: ExportSource): boolean;
  /** Keeps the pictures that are made from now on, until `release`. */
  hold(): void;
  /** Frees all pictures except the first, also those that are being made. */
  release(): void;
  isReleased(): boolean;
}

type Extend = (source: ExportSource, frame: PixelSize) => Promise<ExportSource | null>;

export function createShopSources(
  first: ExportSource,
  extend: Extend,
  release: (source: ExportSource) => void,
): ShopSources {
  const owned = new Set<ExportSource>();
  const enlargements = new Set<ExportSource>();
  const extensions = new Map<string, Promise<ExportSource | null>>();
  let whole = first;
  let alone: Promise<ExportSource> | null = null;
  let isReleased = false;
  const loadAlone = async (): Promise<ExportSource> => {
    const product = (await first.alone?.()) ?? null;
    if (product === null) throw new Error('The picture shows no product.');
    owned.add(product);
    return product;
  };
  const loadExtended = async (frame: PixelSize): Promise<ExportSource | null> => {
    const source = await extend(first, frame).catch((error: unknown) => {
      console.warn('The scene could not be extended to a shop’s frame.', error);
      return null;
    });
    if (source === null) return null;
    if (isReleased) {
      release(source);
      return null;
    }
    owned.add(source);
    return source;
  };
  return {
    whole: () => whole,
    extended: async (frame) => {
      const key = JSON.stringify(formatFor(frame));
      const loading = extensions.get(key) ?? loadExtended(frame);
      extensions.set(key, loading);
      const source = await loading;
      // Tries again later, because the server may be busy now.
      if (source === null) extensions.delete(key);
      return source;
    },
    alone: () =>
      (alone ??= loadAlone().catch((error: unknown) => {
        alone = null;
        throw error;
      })),
    replace: (before, enlarged) => {
      owned.add(enlarged);
      enlargements.add(enlarged);
      if (before === whole) whole = enlarged;
      else if (before.isTransparent) alone = Promise.resolve(enlarged);
    },
    isEnlarged: (source) => enlargements.has(source),
    hold: () => {
      isReleased = false;
    },
    release: () => {
      isReleased = true;
      for (const source of owned) release(source);
      owned.clear();
    },
    isReleased: () => isReleased,
  };
}
