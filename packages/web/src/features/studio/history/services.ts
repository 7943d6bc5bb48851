import type { ToolId } from '@packshot/contract/tools/ids';
import type { FinishedResult, LocalPicture } from '../../../lib/filing/saved-records.ts';

export interface HistoryServices {
  keepsHistory(): boolean;
  keepInHistory(result: FinishedResult): Promise<void>;
  keepOwnPicture(picture: LocalPicture): Promise<void>;
  /** Remembers accepted tasks, so that their results are stored in the history even if this page closes first. */
  noteUnfiled(taskIds: readonly string[], toolType: ToolId, name: string): void;
  forgetUnfiled(taskIds: readonly string[]): void;
  reportShown(taskIds: readonly string[]): Promise<unknown>;
}

declare module '../state/services.ts' {
  interface StudioServices extends HistoryServices {}
}
