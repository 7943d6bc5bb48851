/** Makes the file that a shop asks for, checks it, and applies the fixes that cost nothing. */
import { CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { listFindings } from '@packshot/contract/channels/findings';
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import type { ExportSettings } from '../../model/export-settings.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { fixHere, toDay } from '../channel-fixes.ts';
import { channelSettings } from '../channel-preset.ts';
import { exportFrame } from '../export-frame.ts';
import { createExporter } from '../exporter.ts';
import type { ExportSource } from '../export-source.ts';
import { isPoorlyFilled } from '../extend-scene.ts';
import { createFixer } from '../fix-file.ts';
import { ENLARGING } from './shop-status.ts';
import type { ShopFile } from './shop-status.ts';
import type { ShopSources } from './shop-sources.ts';

export function createShopChecker({ get, services }: StudioContext) {
  const exporter = get(createExporter);
  const fix = get(createFixer);

  const measure = (file: Blob): Promise<PictureFacts | null> =>
    services.measureExport(file).catch((error: unknown) => {
      console.warn('The file could not be measured.', error);
      return null;
    });

  /**
   * Makes a shop's file.
   * @param mayUseCutOut whether the product without its background may replace a picture that the shop refuses, even
   * for a shop that doesn't ask for white
   * @throws if the file can't be made
   */
  return async (
    shop: ChannelId,
    sources: ShopSources,
    exportSettings: ExportSettings,
    mayUseCutOut: boolean,
  ): Promise<ShopFile> => {
    const make = (source: ExportSource, settings: ExportSettings): Promise<Blob> =>
      exporter.make(source, { settings, stem: '', altText: '' });
    const listFixes = (facts: PictureFacts, source: ExportSource, settings: ExportSettings) =>
      listFindings(shop, facts, toDay(services.nowMs())).flatMap(
        (finding) => fixHere(finding, source, settings) ?? [],
      );

    let source = sources.whole();
    let settings = channelSettings(shop, source, exportSettings);
    const frame = exportFrame(source, settings);
    if (isPoorlyFilled(source, frame) && !CHANNELS[shop].preferred.isOnWhite) {
      source = (await sources.extended(frame)) ?? source;
      settings = channelSettings(shop, source, exportSettings);
    }
    let file = await make(source, settings);
    const before = await measure(file);
    if (before === null)
      return { source, settings, file, isEnlarged: sources.isEnlarged(source), measured: null };
    let after: PictureFacts | null = before;
    let fixes = listFixes(after, source, settings);
    if ((mayUseCutOut || CHANNELS[shop].preferred.isOnWhite) && fixes.some(({ isAlone }) => isAlone)) {
      source = await sources.alone();
      // Ignores the chosen background color, because it is meant for the whole picture.
      settings = channelSettings(shop, source, { ...exportSettings, background: null });
      file = await make(source, settings);
      after = await measure(file);
      fixes = after === null ? [] : listFixes(after, source, settings);
    }
    const free = fixes.flatMap((each) => (each.isAlone || each.fix === ENLARGING ? [] : [each.fix]));
    if (free.length > 0) {
      const order = { source, settings, stem: '', altText: '' };
      ({ settings } = await fix(shop, new Set(free), order, false));
      file = await make(source, settings);
      after = await measure(file);
    }
    return {
      source,
      settings,
      file,
      isEnlarged: sources.isEnlarged(source),
      measured: after && { before, after },
    };
  };
}
