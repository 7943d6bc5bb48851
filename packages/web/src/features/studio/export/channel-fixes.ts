/** Changes to the export settings that the button Fix it makes; the user could choose the same settings. */
import { CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import type { Finding, FixName } from '@packshot/contract/channels/findings';
import { planFix } from '@packshot/image-engine/pixels';
import { EXPORT_MAX_SIDE_PX, MAX_PADDING } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import type { Area, PixelSize } from '../model/size.ts';
import { channelSize } from './channel-preset.ts';
import { ENLARGED_ABOVE, exportFrame } from './export-frame.ts';
import { opaqueFraming } from './shop-preset.ts';
import type { ExportSource } from './export-source.ts';

/** Day for which a channel's rules are applied, in the format of the rules' dates: '2026-11-20'. */
export const toDay = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10);

type FixSource = Pick<ExportSource, 'picture' | 'product' | 'isTransparent' | 'subject' | 'edgeColor'>;

/** Fixes that change the product's frame or background; they need the cut-out without its background. */
const BACKGROUND_RULES: readonly FixName[] = ['white', 'margin', 'shape', 'border', 'words'];

/**
 * Fix for a finding, or null if there is none. `isAlone` if the fix requires exporting the cut-out without its
 * background.
 */
export function fixHere(
  { fix, kind }: Finding,
  source: FixSource & Pick<ExportSource, 'alone'>,
  settings: ExportSettings,
): { readonly fix: FixName; readonly isAlone: boolean } | null {
  // More pixels fix a blur that comes from enlarging the picture.
  const isEnlarged = exportFrame(source, settings).scale > ENLARGED_ABOVE;
  const name = fix ?? (kind === 'sharp' && isEnlarged ? 'size' : null);
  if (name === null) return null;
  if (!BACKGROUND_RULES.includes(name) || source.isTransparent) return { fix: name, isAlone: false };
  return source.alone === null ? null : { fix: name, isAlone: true };
}

/** Settings that apply these fixes, except the fix for too many bytes. */
export function fixedSettings(
  channel: ChannelId,
  fixes: ReadonlySet<FixName>,
  source: FixSource,
  settings: ExportSettings,
): ExportSettings {
  const { preferred, rules } = CHANNELS[channel];
  const isTaken = rules.every(
    (rule) => rule.kind !== 'format' || (settings.format !== 'psd' && rule.allowed.includes(settings.format)),
  );
  const fixed: ExportSettings = {
    ...settings,
    ...((!isTaken || fixes.has('format') || fixes.has('opaque')) && { format: preferred.format }),
    ...(fixes.has('opaque') && opaque(source, settings)),
    ...(fixes.has('white') && { background: '#ffffff' }),
  };
  if (!OF_SIZE.some((fix) => fixes.has(fix))) return fixed;
  if (source.isTransparent && source.product) return { ...fixed, ...frameFor(channel, source.product) };
  const frame = exportFrame(source, fixed);
  const plan = planFix(channel, {
    picture: { widthPx: frame.widthPx, heightPx: frame.heightPx },
    product: null,
    canGrow: false,
    fixes: new Set(['size'] as const),
  });
  return plan === null || plan.scale === 1 ? fixed : { ...fixed, size: custom(plan.size) };
}

/** Fixes that change the scale at which the file shows the picture. */
const OF_SIZE: readonly FixName[] = ['margin', 'shape', 'size', 'border', 'words'];

/** Scale at which the file shows the picture after these fixes, or 1 if none of them affects the scale. */
export function scaleAfter(
  channel: ChannelId,
  fixes: ReadonlySet<FixName>,
  source: FixSource,
  settings: ExportSettings,
): number {
  if (!OF_SIZE.some((fix) => fixes.has(fix))) return 1;
  return exportFrame(source, fixedSettings(channel, fixes, source, settings)).scale;
}

/**
 * Settings for a file without transparency: a cut-out gets a white background; a picture with a background fills its
 * frame.
 */
const opaque = (source: FixSource, settings: ExportSettings): Partial<ExportSettings> =>
  source.isTransparent ? { background: settings.background ?? '#ffffff' } : opaqueFraming(source, settings);

/** Settings that frame the product with the channel's preferred size and fill. */
function frameFor(channel: ChannelId, product: Area): Partial<ExportSettings> {
  const { preferred } = CHANNELS[channel];
  return {
    size: channelSize(channel),
    fit: 'fit',
    isTrimmed: true,
    padding: paddingFor(product, preferred, preferred.fill),
  };
}

const custom = ({ widthPx, heightPx }: PixelSize): ExportSettings['size'] => {
  const scale = Math.min(1, EXPORT_MAX_SIDE_PX / Math.max(widthPx, heightPx));
  return { kind: 'custom', widthPx: Math.round(widthPx * scale), heightPx: Math.round(heightPx * scale) };
};

/** Padding with which a product fills the wanted share of the frame along its tighter side. */
function paddingFor(product: PixelSize, frame: PixelSize, fill: number): number {
  const fillAt = (padding: number): number => {
    const airPx = 2 * padding * Math.min(frame.widthPx, frame.heightPx);
    const [across, down] = [frame.widthPx - airPx, frame.heightPx - airPx];
    const scale = Math.min(across / product.widthPx, down / product.heightPx);
    return Math.max((product.widthPx * scale) / frame.widthPx, (product.heightPx * scale) / frame.heightPx);
  };
  let [low, high] = [0, MAX_PADDING];
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (fillAt(middle) > fill) low = middle;
    else high = middle;
  }
  return Math.round(low * 1000) / 1000;
}
