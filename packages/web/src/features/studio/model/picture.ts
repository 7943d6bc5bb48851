/** Picture that the page can show: an object URL, and the size after rotation. `services.release` frees it. */
export interface StagePicture {
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
}
