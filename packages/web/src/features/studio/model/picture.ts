/** Picture that the page can show: an object URL and its upright size. `services.release` frees it. */
export interface Picture {
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
}
