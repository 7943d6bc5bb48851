interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Size of a product in a picture compared with its photo. The longer ratio counts: a set may hide a part. */
export const scaleOf = (inPhoto: Size, inPicture: Size): number =>
  Math.max(inPicture.widthPx / inPhoto.widthPx, inPicture.heightPx / inPhoto.heightPx);
