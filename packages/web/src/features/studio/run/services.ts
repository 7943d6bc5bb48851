import type { EngineOffer } from '@packshot/contract/tools/engines';
import type { TaskState } from '@packshot/contract/tools/tasks';
import type { TaskCall } from '../state/task-call.ts';
import type { TaskRequest } from '../state/task-request.ts';

/** What a run needs, besides its tool’s own request. */
export interface RunServices {
  /** @returns the key under which the picture is stored */
  upload(photo: Blob, options: { signal: AbortSignal; onProgress(fraction: number): void }): Promise<string>;
  /** Engines besides the built-in one that are there now. */
  engines(): Promise<readonly EngineOffer[]>;
  /** Generations left as last read; null while that is not known. */
  generationsLeft(): number | null;
  refreshGenerations(): Promise<unknown>;
  /**
   * Has the server do a tool's work, and follows it to its end.
   * @returns the last state of each of its tasks; one that failed is a state
   * @throws ApiError when the request is refused
   */
  startTask(request: TaskRequest, call: TaskCall): Promise<TaskState[]>;
  /** Goes on with tasks that were accepted earlier. */
  followTasks(taskIds: readonly string[], options: Pick<TaskCall, 'signal' | 'onTask'>): Promise<TaskState[]>;
  /** @returns those that are canceled; the others had already ended */
  cancelTasks(taskIds: readonly string[]): Promise<readonly string[]>;
  /** The third image of a request is there. */
  reportThirdImage(): void;
  /** The shell hears what is asked for, and whether it was canceled. */
  tellShell(run: { readonly isCanceled: boolean; readonly prompt?: string }): void;
  /** Text with which a result is being gone on from; null when that is over. */
  markReimagining(text: string | null): void;
}

declare module '../state/services.ts' {
  interface StudioServices extends RunServices {}
}
