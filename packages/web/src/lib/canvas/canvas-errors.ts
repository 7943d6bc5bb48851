export const CANVAS_LIMIT = 'CanvasLimitError';
export const PROTECTED_CANVAS = 'ProtectedCanvasError';

/** Thrown if the device drew less than requested: the canvas is too large, or its memory was freed. */
export class CanvasLimitError extends Error {
  override readonly name = CANVAS_LIMIT;
}

/** Thrown if the browser changes pixels when pages read them from a canvas. */
export class ProtectedCanvasError extends Error {
  override readonly name = PROTECTED_CANVAS;
}
