import type { ExportSettings } from './studio.ts';

/** A poster's, and a bound for what is computed for nothing. */
const EXPORT_MAX_PIXELS = 36_000_000;

/** What is to become of a picture, as the engine is told it. */
export function toArrangement({ format, longestSidePx, margin, ground }: ExportSettings) {
  const side = margin === undefined ? null : { share: margin };
  return {
    format,
    channels: 'rgba' as const,
    maxPixels: EXPORT_MAX_PIXELS,
    maxPixelsOfPng: EXPORT_MAX_PIXELS,
    ...(longestSidePx !== undefined && { longestSidePx }),
    ...(side !== null && { margins: { top: side, right: side, bottom: side, left: side } }),
    ...(ground !== undefined && { ground: { color: `${ground}ff` } }),
  };
}
