/** Integrity report for a product in a picture; loads the differences and reads the labels on demand. */
import { compositionToMake } from '../composite/compose-now.ts';
import { productIn } from '../composite/composing.ts';
import type { PictureId, ResultProductPixels, Result } from '../model/results.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { createStoredKeys } from './stored-keys.ts';

/** Text read on a product, line by line from the top. */
export interface ReadLabels {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface ComparedPicture {
  readonly pixels: ResultProductPixels;
  /** Resolves to the address of a picture of the differences. Rejects if it is unavailable. */
  heatMap(): Promise<string>;
  /** Lets the engine that describes products read both pictures. Rejects if it doesn't respond. */
  readLabels(): Promise<ReadLabels>;
}

export function createPixelIntegrity(context: StudioContext) {
  const { services, store } = context;
  const keys = createStoredKeys(context);
  const { signal } = new AbortController();
  const upload = { signal, onProgress: () => undefined };

  const requireKey = async (id: PictureId): Promise<string> => {
    const { document } = store.getState();
    if (!document) throw new Error('No document is open.');
    const key = await keys.resolveKey(document.id, id, upload);
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
    // If the engine found no product in the picture (NO_SUBJECT), there is no text to read.
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
    /** Comparison of a result, which the server made together with the result. */
    ofResult: (result: Result, pixels: ResultProductPixels): ComparedPicture => ({
      pixels,
      // Fetches a new link to the picture of the differences, because links expire.
      heatMap: async () => {
        const { result: comparedResult } = await services.taskState(result.id);
        if (comparedResult?.product_pixels === undefined) throw new Error('This result was not compared.');
        return comparedResult.product_pixels.heat_map_url;
      },
      readLabels: async () =>
        readBoth(...(await Promise.all([requireKey(result.inputId), requireKey(result.id)]))),
    }),
    /**
     * Composes the picture on the stage and compares the resulting file, which is the one that a download saves.
     * @returns null if there is nothing to compose
     * @throws if the browser can't compose it
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
          const [before, after] = await Promise.all([requireKey(product.id), services.upload(png, upload)]);
          return readBoth(before, after);
        },
      };
    },
  };
}

/** Whether both texts are the same, ignoring line breaks, spaces and capitals. */
export function readTheSame({ before, after }: ReadLabels): boolean {
  const letters = (lines: readonly string[]): string =>
    lines.join('').replaceAll(/\s+/gu, '').toLocaleLowerCase('en');
  return letters(before) === letters(after);
}
