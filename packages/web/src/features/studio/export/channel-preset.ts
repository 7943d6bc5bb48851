import { CHANNEL_IDS, CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import type { ExportSettings } from '../model/export-settings.ts';
import { MARKETPLACE_IDS } from '../model/marketplace-sizes.ts';
import type { MarketplaceId } from '../model/marketplace-sizes.ts';
import { presetFraming, shopFraming } from './shop-preset.ts';
import type { Framed } from './shop-preset.ts';

/** Marketplace that the size belongs to, or null for other sizes. */
export const getChannel = ({ size }: Pick<ExportSettings, 'size'>): ChannelId | null =>
  CHANNEL_IDS.find((id) => size.kind === 'preset' && size.id === id) ?? null;

export function presetSettings(
  id: MarketplaceId,
  source: Framed,
  settings: ExportSettings,
): Partial<ExportSettings> {
  const size = { kind: 'preset', id } as const;
  const channel = getChannel({ size });
  return {
    size,
    format: channel === null ? 'jpeg' : CHANNELS[channel].preferred.format,
    ...presetFraming(id, source, settings),
  };
}

/** Size that the channel prefers. */
export function channelSize(channel: ChannelId): ExportSettings['size'] {
  const { widthPx, heightPx } = CHANNELS[channel].preferred;
  const preset = MARKETPLACE_IDS.find((id) => id === channel);
  return preset === undefined ? { kind: 'custom', widthPx, heightPx } : { kind: 'preset', id: preset };
}

/** Settings for the file that the channel prefers. */
export function channelSettings(
  channel: ChannelId,
  source: Framed,
  settings: ExportSettings,
): ExportSettings {
  const { format, isOnWhite } = CHANNELS[channel].preferred;
  const size = channelSize(channel);
  return { ...settings, size, format, ...shopFraming({ size, isOnWhite }, source, settings) };
}
