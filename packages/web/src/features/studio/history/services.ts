import type { ToolId } from '@packshot/contract/tools/ids';
import type { FinishedResult, LocalPicture } from '../../../lib/filing/saved-records.ts';

/** Services needed to file pictures in the history. */
export interface HistoryServices {
  /** Whether pictures are filed: true unless the user is a guest. */
  keepsHistory(): boolean;
  /** Files a finished result in the user's history; does nothing for a guest. */
  keepInHistory(result: FinishedResult): Promise<void>;
  /** Files a picture made in the browser. */
  keepOwnPicture(picture: LocalPicture): Promise<void>;
  /** Remembers accepted tasks, so that their results are filed even if this page closes first. */
  noteUnfiled(taskIds: readonly string[], toolType: ToolId, name: string): void;
  /** Removes filed tasks from the list. */
  forgetUnfiled(taskIds: readonly string[]): void;
  /** Reports to the server that results were shown. */
  reportShown(taskIds: readonly string[]): Promise<unknown>;
}

declare module '../state/services.ts' {
  interface StudioServices extends HistoryServices {}
}
