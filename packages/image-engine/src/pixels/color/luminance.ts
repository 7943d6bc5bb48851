/** Relative luminance of linear light (Rec. 709 primaries). */
export const luminance = (r: number, g: number, b: number): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

export const luminanceOf = ([r, g, b]: readonly [number, number, number]): number => luminance(r, g, b);
