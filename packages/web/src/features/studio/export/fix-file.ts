/** Applies the fixes that the button Fix it offers for a file. */
import { t } from '@packshot/contract/text/translation';
import { CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { fixedName, partsOfName } from '@packshot/contract/channels/file-names';
import type { FixName } from '@packshot/contract/channels/findings';
import { FORMATS } from '../model/export-settings.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { fixedSettings, scaleAfter } from './channel-fixes.ts';
import { createEnlarger, enlargingFactor } from './enlarge-source.ts';
import { createExporter } from './exporter.ts';
import type { ExportRequest } from './exporter.ts';
import type { ExportSource } from './export-source.ts';

/** JPEG and WebP qualities to try in order, until the file is small enough; below the last, artifacts are visible. */
const QUALITIES = [88, 82, 75, 68, 60, 50] as const;

type FileToFix = ExportRequest & { readonly source: ExportSource };
type Fixed = Pick<FileToFix, 'settings' | 'stem' | 'source'>;

export function createFixer(context: StudioContext) {
  const exporter = context.get(createExporter);
  const enlarger = context.get(createEnlarger);
  /**
   * Applies the fixes for findings of a channel.
   * @param mayEnlarge whether Upscale may be used; the user has seen its price
   */
  return async (
    channel: ChannelId,
    fixes: ReadonlySet<FixName>,
    { source: shownSource, settings, stem, altText }: FileToFix,
    mayEnlarge: boolean,
  ): Promise<Fixed> => {
    const rules = CHANNELS[channel];
    const factor = mayEnlarge
      ? enlargingFactor(scaleAfter(channel, fixes, shownSource, settings), shownSource.picture)
      : null;
    const source = factor === null ? shownSource : await enlarger.enlarge(shownSource, factor);
    let fixed = fixedSettings(channel, fixes, source, settings);
    if (fixes.has('bytes')) {
      const most = Math.min(...rules.rules.map((rule) => (rule.kind === 'bytes' ? rule.max : Infinity)));
      if (!FORMATS[fixed.format].hasQuality) fixed = { ...fixed, format: rules.preferred.format };
      for (const quality of QUALITIES) {
        fixed = { ...fixed, quality: Math.min(fixed.quality, quality) };
        const file = await exporter.make(source, { settings: fixed, stem, altText });
        if (file.size <= most) break;
      }
    }
    const fixedStem = fixes.has('name')
      ? partsOfName(fixedName(`${stem || t('AI Image')}.x`, rules)).stem
      : stem;
    return { settings: fixed, stem: fixedStem, source };
  };
}
