/** What a picture's header says. */
export interface ImageHeader {
  /** As stored, before any orientation is applied; both sides are 0 when the head ends before it says so. */
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Reads a picture's header without decoding it. */
export interface ImageProbe {
  /**
   * @param head the file's first bytes, at most `PROBE_HEAD_BYTES`
   * @throws DomainError with the code of an image refusal
   */
  check(head: Uint8Array, totalSizeBytes: number): ImageHeader;
}

/** Enough for the headers of every accepted format, color profile and EXIF thumbnail included. */
export const PROBE_HEAD_BYTES = 256 * 1024;
