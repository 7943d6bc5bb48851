import type { AgentExportSettings } from './studio.ts';

/** Maximum number of pixels of an export: enough for a poster. Exports are free, so this limits their computation. */
const EXPORT_MAX_PIXELS = 36_000_000;

export function toExportLayout({ format, longestSidePx, margin, ground }: AgentExportSettings) {
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
