import type { EngineOffer } from '@packshot/contract/tools/engines';
import type { TaskState } from '@packshot/contract/tools/tasks';
import type { TaskCall } from '../state/task-call.ts';
import type { TaskRequest } from '../state/task-request.ts';

export interface RunServices {
  /**
   * Uploads a picture.
   * @returns the picture's storage key
   */
  upload(photo: Blob, options: { signal: AbortSignal; onProgress(fraction: number): void }): Promise<string>;
  engines(): Promise<readonly EngineOffer[]>;
  /** Number of generations left when the balance was last read, or null if unknown. */
  generationsLeft(): number | null;
  refreshGenerations(): Promise<unknown>;
  /**
   * Runs a tool on the server and follows it to its end.
   * @returns the last state of each task, including failed tasks
   * @throws ApiError if the request is refused
   */
  startTask(request: TaskRequest, call: TaskCall): Promise<TaskState[]>;
  /** Follows tasks that the server accepted earlier, to their end. */
  followTasks(taskIds: readonly string[], options: Pick<TaskCall, 'signal' | 'onTask'>): Promise<TaskState[]>;
  /**
   * Cancels tasks.
   * @returns the canceled tasks; the others had already ended
   */
  cancelTasks(taskIds: readonly string[]): Promise<readonly string[]>;
  reportThirdImage(): void;
  /** Tells the app shell that a run has started, or that it was canceled. */
  tellShell(run: { readonly isCanceled: boolean; readonly prompt?: string }): void;
  /** Sets the prompt with which the user makes new scenes from a result; null clears it. */
  markReimagining(text: string | null): void;
}

declare module '../state/services.ts' {
  interface StudioServices extends RunServices {}
}
