export const CANVAS_LIMIT = 'CanvasLimitError';
export const PROTECTED_CANVAS = 'ProtectedCanvasError';

/** The device drew nothing, or less than asked for: the canvas is too large, or its memory is gone. */
export class CanvasLimitError extends Error {
  override readonly name = CANVAS_LIMIT;
}

/** The browser changes pixels that pages read back. */
export class ProtectedCanvasError extends Error {
  override readonly name = PROTECTED_CANVAS;
}
