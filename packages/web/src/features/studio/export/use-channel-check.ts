import { t } from '@packshot/contract/text/translation';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { listFindings } from '@packshot/contract/channels/findings';
import type { Finding } from '@packshot/contract/channels/findings';
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import { useEffect, useState } from 'react';
import { exportFileName } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { useStudio } from '../state/use-studio.ts';
import { toDay } from './channel-fixes.ts';
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
    file === null
      ? factsBeforeExport(source, settings, preview)
      : measured?.file === file
        ? measured.facts
        : null;
  if (facts === null) return { findings: null };
  const today = toDay(services.nowMs());
  return { findings: listFindings(channel, { ...facts, file: { ...facts.file, name } }, today) };
}

/** Facts known about a file that is made only on demand: its format and size. */
function factsBeforeExport(
  source: ExportSource,
  settings: ExportSettings,
  { sizeBytes }: ExportPreview,
): PictureFacts {
  const { widthPx, heightPx } = exportFrame(source, settings);
  const format = settings.format === 'psd' ? null : settings.format;
  const coding = { colors: 'rgb', bitsPerSample: 8, profile: null } as const;
  return { file: { name: null, bytes: sizeBytes ?? 0, format, widthPx, heightPx, ...coding }, pixels: null };
}
