import type { TaskState } from '@packshot/contract/tools/tasks';
import type { Picture } from '../model/picture.ts';
import type { VisibleBox } from '../model/composition.ts';
import type { DecodedPhoto } from './decode.ts';

/** What bringing documents and their pictures onto the stage needs. */
export interface DocumentServices {
  /** Waits for the session and tells whose it is; null when nobody can tell, as without a connection. */
  userId(): Promise<string | null>;
  /**
   * Bytes behind an address.
   * @param onBytes told how many have come, and of how many; null where the server does not say
   */
  fetchBlob(url: string, onBytes?: (receivedBytes: number, totalBytes: number | null) => void): Promise<Blob>;
  taskState(taskId: string): Promise<TaskState>;
  decodePhoto(photo: Blob, isHeic: boolean): Promise<DecodedPhoto>;
  /** A picture that the server has, as the tools read it. */
  viewUpload(key: string): Promise<Blob>;
  decodePicture(blob: Blob): Promise<Picture>;
  makeThumbnail(picture: Picture): Promise<Blob | null>;
  /** A small WebP of a picture, `RESIZE_LONGEST_SIDE_PX` on its longest side or as asked; null when the browser makes none. */
  resizePicture(picture: Picture, longestSidePx?: number): Promise<Blob | null>;
  /** Where the product is in a picture; null when nothing of it is visible, or the browser cannot tell. */
  visibleBox(picture: Picture): Promise<VisibleBox | null>;
  /** sRGB hex of a picture's edge; null when the edge is transparent. */
  edgeColor(picture: Picture): Promise<string | null>;
}

declare module '../state/services.ts' {
  interface StudioServices extends DocumentServices {}
}
