/** What became of a product in a picture that it was put into: looked up and read again only when somebody asks. */
import type { Result } from '../model/results.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { createStoredKeys } from './stored-keys.ts';

/** What can be read on a product, by line, from the top. */
export interface ReadLabels {
  /** In the picture that it was taken from. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface ProductLock {
  /**
   * Where the picture of the changed pixels is now: links live for an hour, a result for much longer.
   * @throws Error when the task's result was not compared
   */
  heatMapOf(taskId: string): Promise<string>;
  /** Has both pictures read by the engine that describes products. Rejects when it does not answer. */
  readLabels(result: Result): Promise<ReadLabels>;
}

export function createProductLock(context: StudioContext): ProductLock {
  const { services, store } = context;
  const keys = createStoredKeys(context);

  const read = async (imageKey: string, signal: AbortSignal): Promise<readonly string[]> => {
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

  return {
    async heatMapOf(taskId) {
      const { result } = await services.taskState(taskId);
      if (result?.product_pixels === undefined) throw new Error('This result was not compared.');
      return result.product_pixels.heat_map_url;
    },
    async readLabels(result) {
      const { document } = store.getState();
      if (!document) throw new Error('No document is open.');
      const { signal } = new AbortController();
      const upload = { signal, onProgress: () => undefined };
      const [source, made] = await Promise.all(
        [result.inputId, result.id].map((id) => keys.keyOf(document.id, id, upload)),
      );
      if (source === undefined || made === undefined) throw new Error('A picture has no key.');
      return { before: await read(source, signal), after: await read(made, signal) };
    },
  };
}

/** Whether two readings say the same, whatever their lines, spaces and capitals. */
export function readTheSame({ before, after }: ReadLabels): boolean {
  const letters = (lines: readonly string[]): string =>
    lines.join('').replaceAll(/\s+/gu, '').toLocaleLowerCase('en');
  return letters(before) === letters(after);
}
