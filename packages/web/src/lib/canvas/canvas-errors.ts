export const CANVAS_LIMIT = 'CanvasLimitError';
export const PROTECTED_CANVAS = 'ProtectedCanvasError';

/** Thrown if the device drew nothing or less than requested: the canvas is too large, or its memory is gone. */
export class CanvasLimitError extends Error {
  override readonly name = CANVAS_LIMIT;
}

/** Thrown if the browser changes pixels that pages read back. */
export class ProtectedCanvasError extends Error {
  override readonly name = PROTECTED_CANVAS;
}
