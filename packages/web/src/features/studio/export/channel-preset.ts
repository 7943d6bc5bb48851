import { CHANNEL_IDS, CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import type { ExportSettings } from '../model/export-settings.ts';
import type { MarketplaceId } from '../model/marketplace-sizes.ts';
import { presetFraming } from './shop-preset.ts';
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
