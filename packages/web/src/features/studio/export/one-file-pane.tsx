import { t } from '@packshot/contract/text/translation';
import type { FixName } from '@packshot/contract/channels/findings';
import type { UpscaleFactor } from '@packshot/contract/tools/limits';
import { MESSAGES } from '@packshot/contract/messages';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { useGlobalState } from '../../../lib/state/global-state.ts';
import { MoreCredits } from '../../../lib/plans/more-credits.tsx';
import { Button } from '../../../ui/button.tsx';
import type { ExportSource } from './export-source.ts';
import { priceNow } from '../model/payer.ts';
import { createExporter } from './exporter.ts';
import { useActions, useGenerationsLeft, useStudio, useStudioState } from '../state/use-studio.ts';
import { costOfDownload } from '../panel/words.ts';
import { costOfWork } from '../panel/cost-of-work.ts';
import { ChannelSection } from './channel-section.tsx';
import { ExportFooter } from './export-footer.tsx';
import { ExportLook, ExportWords } from './export-form.tsx';
import { createEnlarger, enlargingFactor } from './enlarge-source.ts';
import { exportFrame } from './export-frame.ts';
import { createFixer } from './fix-file.ts';
import { getChannel } from './channel-preset.ts';
import { PreviewPane } from './export-preview.tsx';
import { useChannelCheck } from './use-channel-check.ts';
import { useExportPreview, useFramedSource, useUnwritable } from './use-export.ts';
import type { ShownSource } from './use-export.ts';

interface OneFilePaneProps {
  readonly shownSource: ShownSource;
  readonly stem: string;
  readonly onStem: (stem: string) => void;
  readonly altText: string;
  readonly onAltText: (text: string) => void;
  readonly onClose: () => void;
  readonly onOutOfDownloads: () => void;
  readonly onRelease: (source: ExportSource) => void;
}

/** Export of one file, with its preview, settings and check. */
export function OneFilePane({ shownSource, stem, altText, ...on }: OneFilePaneProps) {
  const { store, services } = useStudio();
  const { isAlone } = shownSource;
  const exporter = useActions(createExporter);
  const chosen = useStudioState((studio) => studio.exportSettings);
  const framed = useFramedSource(shownSource.source, chosen, on.onRelease);
  const { source, settings } = framed;
  const unwritable = useUnwritable();
  const request = { settings, stem, altText };
  const preview = useExportPreview(source, request);
  const [channel, setChannel] = useState(() => getChannel(settings));
  const [isFixing, setIsFixing] = useState(false);
  const { findings } = useChannelCheck(channel, source, request, preview);
  const fix = useActions(createFixer);
  const remaining = useGenerationsLeft();
  const enlarger = useActions(createEnlarger);
  const factor = enlargingFactor(exportFrame(source, settings).scale, source.picture);
  const isEnlargingPaid = factor !== null && enlarger.findMade(source, factor) !== null;
  const busy = async (work: () => Promise<void>): Promise<void> => {
    setIsFixing(true);
    try {
      await work();
    } catch (error) {
      console.warn('The picture could not be fixed.', error);
      services.notify('error', error instanceof ApiError ? error.message : MESSAGES.taskFailed);
    } finally {
      setIsFixing(false);
    }
  };
  const enlarge = async (by: UpscaleFactor): Promise<void> =>
    shownSource.showEnlarged(await enlarger.enlarge(source, by), isAlone);
  const mend = async (fixes: ReadonlySet<FixName>, changesToAlone: boolean): Promise<void> => {
    if (channel === null) return;
    const before = changesToAlone ? await shownSource.showAlone() : source;
    // Doesn't enlarge after switching to the cut-out, because the quoted price applies to the picture shown before.
    const mayEnlarge = !changesToAlone && remaining !== 0;
    const fixed = await fix(channel, fixes, { ...request, source: before }, mayEnlarge);
    if (fixed.source !== before) shownSource.showEnlarged(fixed.source, isAlone);
    on.onStem(fixed.stem);
    store.setState({ exportSettings: fixed.settings });
  };
  const isSaving = useStudioState(({ saveFile: saving }) => saving === 'export');
  const [isWaiting, setIsWaiting] = useState(false);
  const save = async (): Promise<void> => {
    setIsWaiting(true);
    const ready = await framed.ready();
    setIsWaiting(false);
    if (!ready) return;
    const file = ready.source === source ? preview.file : null;
    const outcome = await exporter.save(ready.source, { ...request, settings: ready.settings }, file);
    if (outcome === 'failed') return;
    on.onClose();
    if (outcome === 'out-of-downloads') on.onOutOfDownloads();
  };
  return (
    <>
      <div className="mt-4 grid gap-x-8 items-start gap-y-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]">
        <div className="space-y-5">
          <PreviewPane
            source={source}
            settings={settings}
            preview={preview}
            framed={framed}
            onEnlarge={
              factor === null || (remaining === 0 && !isEnlargingPaid) || isFixing
                ? null
                : () => void busy(() => enlarge(factor))
            }
            enlargingCost={costOfWork(isEnlargingPaid ? { price: 'free' } : {}, remaining)}
          />
          <ChannelSection
            channel={channel}
            onChannel={setChannel}
            findings={findings}
            source={source}
            settings={settings}
            isFixing={isFixing}
            onFix={(fixes, changesToAlone) => void busy(() => mend(fixes, changesToAlone))}
            onWhole={isAlone ? shownSource.showWhole : null}
          />
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <ExportLook
            settings={chosen}
            onChange={(part) => {
              store.setState(({ exportSettings }) => ({ exportSettings: { ...exportSettings, ...part } }));
              const { size } = part;
              if (size) setChannel((currentChannel) => getChannel({ size }) ?? currentChannel);
            }}
            unwritable={unwritable}
            source={shownSource.source}
          />
        </div>
        <ExportWords
          stem={stem}
          onStem={on.onStem}
          altText={altText}
          onAltText={on.onAltText}
          format={settings.format}
          sourceType={source.sourceType}
        />
      </div>
      <ExportFooter cost={<Cost source={source} />}>
        <Button
          size="lg"
          loading={isWaiting || isSaving}
          disabled={preview.hasFailed || preview.refusal !== null}
          aria-describedby="cost-of-export"
          onClick={() => void save()}
        >
          {isWaiting || isSaving ? t('Creating the file') : t('Download')}
        </Button>
      </ExportFooter>
    </>
  );
}

function Cost({ source }: { readonly source: ExportSource }) {
  const remaining = useGlobalState((state) =>
    state.areCreditsKnown ? state.currentAvailableDownloadImageCount : null,
  );
  const price =
    useStudioState(({ document }) => document && priceNow(document, source.payer)) ?? 'one-download';
  const isOut = remaining !== null && remaining <= 0 && price === 'one-download';
  return (
    <>
      {costOfDownload(remaining, price)} {isOut && <MoreCredits of="download" />}
    </>
  );
}
