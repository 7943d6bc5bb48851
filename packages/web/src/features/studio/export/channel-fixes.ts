/** What Fix it changes about an export, as settings that one could have chosen oneself. */
import { CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import type { Finding, FixName } from '@packshot/contract/channels/findings';
import { planFix } from '@packshot/image-engine/pixels';
import { EXPORT_MAX_SIDE_PX, MAX_PADDING } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import type { Area, Size } from '../model/size.ts';
import { exportFrame } from './export-frame.ts';
import type { ExportSource } from './export-source.ts';

type Shown = Pick<ExportSource, 'picture' | 'product' | 'isTransparent'>;

/** What is done to the product's frame or ground: possible where the product is alone. */
const OF_GROUND: readonly FixName[] = ['white', 'margin', 'shape', 'border', 'words'];

/** What would mend a finding here; `alone`: after changing to the product without its background. Null: nothing. */
export function fixHere(
  { fix, kind }: Finding,
  source: Shown & Pick<ExportSource, 'alone'>,
  settings: ExportSettings,
): { readonly fix: FixName; readonly isAlone: boolean } | null {
  // A file that is smaller than its picture may grow up to it, but for what is rounded.
  const canGrow = kind === 'side' && exportFrame(source.picture, source.product, settings).scale < 0.97;
  const name = fix ?? (canGrow && source.isTransparent ? 'size' : null);
  if (name === null) return null;
  if (!OF_GROUND.includes(name) || source.isTransparent) return { fix: name, isAlone: false };
  return source.alone === null ? null : { fix: name, isAlone: true };
}

/** The settings that mend these, but for a file that has too many bytes. */
export function fixedSettings(
  channel: ChannelId,
  fixes: ReadonlySet<FixName>,
  source: Shown,
  settings: ExportSettings,
): ExportSettings {
  const { preferred, rules } = CHANNELS[channel];
  const isTaken = rules.every(
    (rule) => rule.kind !== 'format' || (settings.format !== 'psd' && rule.allowed.includes(settings.format)),
  );
  const fixed: ExportSettings = {
    ...settings,
    ...((!isTaken || fixes.has('format')) && { format: preferred.format }),
    ...(fixes.has('white') && { background: '#ffffff' }),
  };
  if (!(['margin', 'shape', 'size', 'border', 'words'] as const).some((fix) => fixes.has(fix))) return fixed;
  if (source.isTransparent && source.product) return { ...fixed, ...framed(channel, source.product) };
  const frame = exportFrame(source.picture, source.product, settings);
  const plan = planFix(channel, {
    picture: { widthPx: frame.widthPx, heightPx: frame.heightPx },
    product: null,
    canGrow: false,
    fixes: new Set(['size'] as const),
  });
  return plan === null ? fixed : { ...fixed, size: custom(plan.size) };
}

/** The product as the channel likes it: in its size where there are as many pixels, else in its own. */
function framed(channel: ChannelId, product: Area): Partial<ExportSettings> {
  const { preferred } = CHANNELS[channel];
  const plan = planFix(channel, {
    picture: preferred,
    product: { xPx: 0, yPx: 0, widthPx: Math.ceil(product.widthPx), heightPx: Math.ceil(product.heightPx) },
    canGrow: true,
    fixes: new Set(['margin', 'shape'] as const),
  });
  const size = plan === null || plan.size.widthPx > preferred.widthPx ? preferred : plan.size;
  return {
    size: custom(size),
    fit: 'fit',
    isTrimmed: true,
    padding: paddingFor(product, size, preferred.fill),
  };
}

const custom = ({ widthPx, heightPx }: Size): ExportSettings['size'] => {
  const scale = Math.min(1, EXPORT_MAX_SIDE_PX / Math.max(widthPx, heightPx));
  return { kind: 'custom', widthPx: Math.round(widthPx * scale), heightPx: Math.round(heightPx * scale) };
};

/** Air around a product that fills so much of a frame along the side that it comes nearer to. More air, less fill. */
function paddingFor(product: Size, frame: Size, fill: number): number {
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
