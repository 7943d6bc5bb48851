import type { AgentExportSettings } from './studio.ts';

/** Poster size; limits the free computation. */
const EXPORT_MAX_PIXELS = 36_000_000;

/** Converts export settings to the engine's format. */
export function toArrangement({ format, longestSidePx, margin, ground }: AgentExportSettings) {
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
