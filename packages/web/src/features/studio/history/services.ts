import type { ToolId } from '@packshot/contract/tools/ids';
import type { FinishedResult, LocalPicture } from '../../../lib/filing/saved-records.ts';

/** What filing needs. */
export interface HistoryServices {
  /** The user is no guest: what they make is filed. */
  keepsHistory(): boolean;
  /** Files a finished result in the user's history; nothing for a guest. */
  keepInHistory(result: FinishedResult): Promise<void>;
  /** Files a picture that was made here. */
  keepOwnPicture(picture: LocalPicture): Promise<void>;
  /** Notes accepted tasks, so that their results are filed even when this page does not live to see them. */
  noteUnfiled(taskIds: readonly string[], toolType: ToolId, name: string): void;
  /** They are filed. */
  forgetUnfiled(taskIds: readonly string[]): void;
  /** Tells the server that results were shown. */
  reportShown(taskIds: readonly string[]): Promise<unknown>;
}

declare module '../state/services.ts' {
  interface StudioServices extends HistoryServices {}
}
