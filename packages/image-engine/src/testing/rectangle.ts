/** Edges of a rectangle in pixels; right and bottom are exclusive. */
export type Rectangle = readonly [left: number, top: number, right: number, bottom: number];
