import { t } from '@packshot/contract/text/translation';
import { CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { fixedName, partsOfName } from '@packshot/contract/channels/file-names';
import { listFindings } from '@packshot/contract/channels/findings';
import type { Finding, FixName } from '@packshot/contract/channels/findings';
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import { useEffect, useState } from 'react';
import { exportFileName, FORMATS } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { useActions, useStudio } from '../state/use-studio.ts';
import { fixedSettings, scaleAfter } from './channel-fixes.ts';
import { createEnlarger, enlargingFactor } from './enlarge-source.ts';
import { createExporter } from './exporter.ts';
import type { ExportRequest } from './exporter.ts';
import { exportFrame } from './export-frame.ts';
import type { ExportSource } from './export-source.ts';
import type { ExportPreview } from './use-export.ts';

export interface ChannelCheck {
  /**
   * Findings of the check; null without a channel, or while the file is rendered or measured; `unknown` if this
   * browser can't measure it.
   */
  readonly findings: readonly Finding[] | 'unknown' | null;
}

/**
 * Checks the file that would be saved against a channel's rules. Of a file that is made only on saving, only its
 * format and size are checked.
 */
export function useChannelCheck(
  channel: ChannelId | null,
  source: ExportSource,
  { settings, stem }: ExportRequest,
  preview: ExportPreview,
): ChannelCheck {
  const { services } = useStudio();
  /** Last measured file; `facts` is null if it couldn't be measured. */
  const [measured, setMeasured] = useState<{ file: Blob; facts: PictureFacts | null } | null>(null);
  const { file } = preview;
  useEffect(() => {
    if (channel === null || file === null || measured?.file === file) return undefined;
    let isOld = false;
    const look = async (): Promise<void> => {
      try {
        const facts = await services.measureExport(file);
        if (!isOld) setMeasured({ file, facts });
      } catch (error) {
        console.warn('The file could not be measured.', error);
        if (!isOld) setMeasured({ file, facts: null });
      }
    };
    void look();
    return () => {
      isOld = true;
    };
  }, [services, channel, file, measured]);
  if (channel === null || preview.isBusy) return { findings: null };
  if (measured?.facts === null && measured.file === file) return { findings: 'unknown' };
  const name = exportFileName(stem, settings.format, t('AI Image'));
  const facts =
    file === null ? unmade(source, settings, preview) : measured?.file === file ? measured.facts : null;
  if (facts === null) return { findings: null };
  const today = new Date(services.nowMs()).toISOString().slice(0, 10);
  return { findings: listFindings(channel, { ...facts, file: { ...facts.file, name } }, today) };
}

/** Facts known about a file that is made only on demand: its format and size. */
function unmade(source: ExportSource, settings: ExportSettings, { sizeBytes }: ExportPreview): PictureFacts {
  const { widthPx, heightPx } = exportFrame(source, settings);
  const format = settings.format === 'psd' ? null : settings.format;
  const coding = { colors: 'rgb', bitsPerSample: 8, profile: null } as const;
  return { file: { name: null, bytes: sizeBytes ?? 0, format, widthPx, heightPx, ...coding }, pixels: null };
}

/** JPEG and WebP qualities to try in order, until the file is small enough; below the last, artifacts are visible. */
const QUALITIES = [88, 82, 75, 68, 60, 50] as const;

type Fixed = Pick<ExportRequest, 'settings' | 'stem'> & { readonly source: ExportSource };

/** Returns a function that applies the fixes for findings. */
export function useFixes(channel: ChannelId | null) {
  const exporter = useActions(createExporter);
  const enlarger = useActions(createEnlarger);
  /** @param mayEnlarge whether Upscale may be used; the user has seen its price */
  return async (
    fixes: ReadonlySet<FixName>,
    shownSource: ExportSource,
    { settings, stem, altText }: ExportRequest,
    mayEnlarge: boolean,
  ): Promise<Fixed> => {
    if (channel === null) return { settings, stem, source: shownSource };
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
