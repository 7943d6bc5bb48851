/** What became of a product in a picture that it was put into: looked up and read again only when somebody asks. */
import { compositionToMake } from '../composite/compose-now.ts';
import { productIn } from '../composite/composing.ts';
import type { PictureId, ProductPixels, Result } from '../model/results.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { createStoredKeys } from './stored-keys.ts';

/** What can be read on a product, by line, from the top. */
export interface ReadLabels {
  /** In the picture that it was taken from. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A picture whose product was compared with what it should be. */
export interface ComparedPicture {
  readonly pixels: ProductPixels;
  /** Where the picture of the changed pixels is. Rejects when it is not to be had. */
  heatMap(): Promise<string>;
  /** Has both pictures read by the engine that describes products. Rejects when it does not answer. */
  readLabels(): Promise<ReadLabels>;
}

export function createProductLock(context: StudioContext) {
  const { services, store } = context;
  const keys = createStoredKeys(context);
  const { signal } = new AbortController();
  const upload = { signal, onProgress: () => undefined };

  const keyOf = async (id: PictureId): Promise<string> => {
    const { document } = store.getState();
    if (!document) throw new Error('No document is open.');
    const key = await keys.keyOf(document.id, id, upload);
    if (key === undefined) throw new Error('A picture has no key.');
    return key;
  };

  const read = async (imageKey: string): Promise<readonly string[]> => {
    const [state] = await services.startTask(
      { tool: 'describe', input: { imageKey } },
      {
        idempotencyKey: services.newId(),
        engine: null,
        failureMessage: undefined,
        signal,
        onTaskIds: () => undefined,
        onTask: () => undefined,
      },
    );
    // Where nothing stands out there is nothing to read either.
    if (state?.status !== 'SUCCESS' && state?.error?.code !== 'NO_SUBJECT') {
      throw new Error(state?.error?.message ?? 'No answer came.');
    }
    return state.result?.read_text ?? [];
  };

  const readBoth = async (before: string, after: string): Promise<ReadLabels> => ({
    before: await read(before),
    after: await read(after),
  });

  return {
    /** A result was compared by the server when it was made. */
    ofResult: (result: Result, pixels: ProductPixels): ComparedPicture => ({
      pixels,
      // Links live for an hour, a result for much longer.
      heatMap: async () => {
        const { result: made } = await services.taskState(result.id);
        if (made?.product_pixels === undefined) throw new Error('This result was not compared.');
        return made.product_pixels.heat_map_url;
      },
      readLabels: async () => readBoth(...(await Promise.all([keyOf(result.inputId), keyOf(result.id)]))),
    }),
    /**
     * Makes the picture that is composed on the stage, and compares its file, which is what a download takes away.
     * @returns null when there is nothing to compose
     * @throws when the browser cannot make it
     */
    ofComposition: async (): Promise<ComparedPicture | null> => {
      const { document } = store.getState();
      const product = document && productIn(document);
      const order = await compositionToMake(context);
      if (!product || !order) return null;
      const { png } = await services.compose(order);
      const { heatMap, ...pixels } = await services.proveComposite(order, png);
      return {
        pixels: { ...pixels, comparedWith: 'cut-out', light: null },
        heatMap: async () => (await services.decodePicture(heatMap)).url,
        readLabels: async () => {
          const [before, after] = await Promise.all([keyOf(product.id), services.upload(png, upload)]);
          return readBoth(before, after);
        },
      };
    },
  };
}

/** Whether two readings say the same, whatever their lines, spaces and capitals. */
export function readTheSame({ before, after }: ReadLabels): boolean {
  const letters = (lines: readonly string[]): string =>
    lines.join('').replaceAll(/\s+/gu, '').toLocaleLowerCase('en');
  return letters(before) === letters(after);
}
