import type { TaskState } from '@packshot/contract/tools/tasks';
import type { StagePicture } from '../model/picture.ts';
import type { VisibleBox } from '../model/composition.ts';
import type { DisplayablePhoto } from './decode.ts';

export interface DocumentServices {
  /** Waits for the session and returns the user's ID, or null if it is unknown, for example offline. */
  userId(): Promise<string | null>;
  /**
   * Downloads the bytes at an address.
   * @param onBytes receives the bytes loaded and the total, or null if the server doesn't send it
   */
  fetchBlob(url: string, onBytes?: (receivedBytes: number, totalBytes: number | null) => void): Promise<Blob>;
  taskState(taskId: string): Promise<TaskState>;
  decodePhoto(photo: Blob, isHeic: boolean): Promise<DisplayablePhoto>;
  viewUpload(key: string): Promise<Blob>;
  decodePicture(blob: Blob): Promise<StagePicture>;
  makeThumbnail(picture: StagePicture): Promise<Blob | null>;
  /** Makes a small WebP with the given longest side, by default `RESIZE_LONGEST_SIDE_PX`; null if the browser can't. */
  resizePicture(picture: StagePicture, longestSidePx?: number): Promise<Blob | null>;
  /** Bounding box of the product in a picture; null if no pixel is visible, or the browser can't measure. */
  visibleBox(picture: StagePicture): Promise<VisibleBox | null>;
  /** sRGB hex of the picture's edge color, or null if no edge pixel is opaque. */
  edgeColor(picture: StagePicture): Promise<string | null>;
}

declare module '../state/services.ts' {
  interface StudioServices extends DocumentServices {}
}
