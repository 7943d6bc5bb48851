/** A picture the page can show: an object URL and its upright size. It is given back by `services.release`. */
export interface Picture {
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
}
