export const CANVAS_LIMIT = 'CanvasLimitError';
export const PROTECTED_CANVAS = 'ProtectedCanvasError';

/** Thrown if the device can't draw, decode or encode a picture, for example because the canvas is too large. */
export class CanvasLimitError extends Error {
  override readonly name = CANVAS_LIMIT;
}

/** Thrown if the browser changes pixels when pages read them from a canvas. */
export class ProtectedCanvasError extends Error {
  override readonly name = PROTECTED_CANVAS;
}
