import { t } from '@packshot/contract/text/translation';
import type { FixName } from '@packshot/contract/channels/findings';
import type { UpscaleFactor } from '@packshot/contract/tools/limits';
import { MESSAGES } from '@packshot/contract/messages';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { useGlobalState } from '../../../lib/state/global-state.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { ExportSource } from './export-source.ts';
import { stageGround } from '../model/document.ts';
import { priceNow } from '../model/payer.ts';
import { release } from '../documents/decode.ts';
import { createExporter } from './exporter.ts';
import { useActions, useGenerationsLeft, useStudio, useStudioState } from '../state/use-studio.ts';
import { MoreCredits } from '../../../lib/plans/more-credits.tsx';
import { costOfDownload, fileSize } from '../panel/words.ts';
import { ChannelSection } from './channel-section.tsx';
import { ExportLook, ExportWords } from './export-form.tsx';
import { createEnlarger, enlargingFactor } from './enlarge-source.ts';
import { exportFrame } from './export-frame.ts';
import { getChannel } from './channel-preset.ts';
import { reframed } from './shop-preset.ts';
import { PreviewPane } from './export-preview.tsx';
import { useChannelCheck, useFixes } from './use-channel-check.ts';
import { useExportPreview, useExportSource, useShownSource, useUnwritable } from './use-export.ts';

interface ExportDialogProps {
  readonly onClose: () => void;
  readonly onOutOfDownloads: () => void;
}

const NOT_EXPORTABLE = {
  nothing: t('There is nothing to export yet.'),
  failed: t('This picture could not be read. Check your connection, close this and try again.'),
} as const;

const giveBack = (source: ExportSource): void => release(source.picture);

export default function ExportDialog({ onClose, onOutOfDownloads }: ExportDialogProps) {
  const state = useExportSource(giveBack);
  return (
    <Dialog isOpen onClose={onClose} title={t('Export')} className="w-[58rem] max-sm:p-4">
      {state.phase === 'ready' ? (
        <ExportBody source={state.source} onClose={onClose} onOutOfDownloads={onOutOfDownloads} />
      ) : (
        <div className="flex h-80 items-center justify-center text-sm text-muted" role="status">
          {state.phase === 'reading' ? <Reading /> : NOT_EXPORTABLE[state.phase]}
        </div>
      )}
    </Dialog>
  );
}

function Reading() {
  const files = Object.values(useStudioState(({ arriving }) => arriving));
  const received = files.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
  const total = files.reduce((sum, { totalBytes }) => sum + (totalBytes ?? Number.NaN), 0);
  return (
    <div className="flex flex-col items-center gap-3">
      <Spinner />
      <p>{t('Loading the full-size picture')}</p>
      {/* Hidden from screen readers, which would announce each step of the progress. */}
      <p aria-hidden className="h-5 text-xs tabular-nums">
        {received > 0 &&
          (total > 0
            ? t('{received} of {total}', { received: fileSize(received), total: fileSize(total) })
            : fileSize(received))}
      </p>
    </div>
  );
}

function ExportBody({
  source: whole,
  onClose,
  onOutOfDownloads,
}: ExportDialogProps & { readonly source: ExportSource }) {
  const { store, services } = useStudio();
  const shownSource = useShownSource(whole, giveBack);
  const { source, isAlone } = shownSource;
  const exporter = useActions(createExporter);
  const settings = useStudioState((studio) => studio.exportSettings);
  const [stem, setStem] = useState(source.stem);
  const [altText, setAltText] = useState(source.altText);
  const unwritable = useUnwritable();
  // The stage's background color is the default until the user chooses another one in this dialog.
  useEffect(() => {
    const { document } = store.getState();
    const ground = document && stageGround(document);
    store.setState(({ exportSettings }) => ({
      // Computes frame and color for a shop's size again, because they depend on the picture.
      exportSettings:
        ground === null && exportSettings.size.kind !== 'preset'
          ? exportSettings
          : reframed({ ...exportSettings, background: ground }, whole),
    }));
  }, [store, whole]);
  const request = { settings, stem, altText };
  const preview = useExportPreview(source, request);
  const [channel, setChannel] = useState(() => getChannel(settings));
  const [isFixing, setIsFixing] = useState(false);
  const { findings } = useChannelCheck(channel, source, request, preview);
  const fix = useFixes(channel);
  const remaining = useGenerationsLeft();
  const enlarger = useActions(createEnlarger);
  const factor = enlargingFactor(exportFrame(source, settings).scale, source.picture);
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
    const before = changesToAlone ? await shownSource.showAlone() : source;
    // Doesn't enlarge after switching to the cut-out, because the quoted price applies to the picture shown before.
    const mayEnlarge = !changesToAlone && remaining !== 0;
    const fixed = await fix(fixes, before, request, mayEnlarge);
    if (fixed.source !== before) shownSource.showEnlarged(fixed.source, isAlone);
    setStem(fixed.stem);
    store.setState({ exportSettings: fixed.settings });
  };
  const isSaving = useStudioState(({ saving }) => saving === 'export');
  const save = async (): Promise<void> => {
    const outcome = await exporter.save(source, request, preview.file);
    if (outcome === 'failed') return;
    onClose();
    if (outcome === 'out-of-downloads') onOutOfDownloads();
  };
  return (
    <>
      <div className="mt-4 grid gap-x-8 items-start gap-y-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]">
        <div className="space-y-5">
          <PreviewPane
            source={source}
            settings={settings}
            preview={preview}
            onEnlarge={
              factor === null || remaining === 0 || isFixing ? null : () => void busy(() => enlarge(factor))
            }
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
            settings={settings}
            onChange={(part) => {
              store.setState(({ exportSettings }) => ({ exportSettings: { ...exportSettings, ...part } }));
              const { size } = part;
              if (size) setChannel((currentChannel) => getChannel({ size }) ?? currentChannel);
            }}
            unwritable={unwritable}
            source={source}
          />
        </div>
        <ExportWords
          stem={stem}
          onStem={setStem}
          altText={altText}
          onAltText={setAltText}
          format={settings.format}
          sourceType={source.sourceType}
        />
      </div>
      <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex items-center justify-end gap-3 bg-raised px-6 pt-2 pb-6 max-sm:-bottom-4 max-sm:-mx-4 max-sm:-mb-4 max-sm:px-4 max-sm:pb-4">
        <Cost source={source} />
        <Button
          size="lg"
          loading={isSaving}
          disabled={preview.hasFailed || preview.refusal !== null}
          aria-describedby="cost-of-export"
          onClick={() => void save()}
        >
          {isSaving ? t('Creating the file') : t('Download')}
        </Button>
      </div>
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
    <p id="cost-of-export" className="flex-1 text-xs text-muted">
      {costOfDownload(remaining, price)} {isOut && <MoreCredits of="download" />}
    </p>
  );
}
