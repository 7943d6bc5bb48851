import type { ChannelId } from '@packshot/contract/channels/channels';
import { t } from '@packshot/contract/text/translation';
import { useCallback, useEffect, useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { ExportSource } from './export-source.ts';
import { stageBackdrop } from '../model/document.ts';
import { release } from '../documents/decode.ts';
import { useStudio, useStudioState } from '../state/use-studio.ts';
import { fileSize } from '../panel/words.ts';
import { OneFilePane } from './one-file-pane.tsx';
import { reframe } from './shop-preset.ts';
import { ShopsPane } from './shops/shops-pane.tsx';
import { useExportSource, useShownSource } from './use-export.ts';

interface ExportDialogProps {
  readonly onClose: () => void;
  readonly onOutOfDownloads: () => void;
  readonly onSaveRecipe: (shops: readonly ChannelId[]) => void;
}

const NOT_EXPORTABLE = {
  nothing: t('There is nothing to export yet.'),
  failed: t('This picture could not be read. Check your connection, close this and try again.'),
} as const;

type GiveBack = (source: ExportSource) => void;

/** Releases a picture once no file is being made from it anymore, because the user may close the dialog earlier. */
function useGiveBack(): GiveBack {
  const { store } = useStudio();
  return useCallback(
    ({ picture }) => {
      if (store.getState().saveFile === null) return release(picture);
      const unsubscribe = store.subscribe(({ saveFile: saving }) => {
        if (saving !== null) return;
        unsubscribe();
        release(picture);
      });
    },
    [store],
  );
}

export default function ExportDialog(props: ExportDialogProps) {
  const giveBack = useGiveBack();
  const state = useExportSource(giveBack);
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t('Export')}
      // Keeps its top in place when its contents change their height, unlike other dialogs, which are centered.
      className="top-4! w-[58rem] translate-y-0! max-sm:p-4 sm:top-[6dvh]! sm:max-h-[88dvh]!"
    >
      {state.phase === 'ready' ? (
        <ExportBody {...props} source={state.source} giveBack={giveBack} />
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
  giveBack,
  onClose,
  onOutOfDownloads,
  onSaveRecipe,
}: ExportDialogProps & { readonly source: ExportSource; readonly giveBack: GiveBack }) {
  const { store } = useStudio();
  const shownSource = useShownSource(whole, giveBack);
  const [stem, setStem] = useState(whole.stem);
  const [statedText, setStatedText] = useState<string | null>(null);
  const { isOn, shops } = useStudioState((studio) => studio.shopExport);
  // The stage's background color is the default until the user chooses another one in this dialog.
  useEffect(() => {
    const { document } = store.getState();
    const ground = document && stageBackdrop(document);
    store.setState(({ exportSettings }) => ({
      // Computes frame and color for a shop's size again, because they depend on the picture.
      exportSettings:
        ground === null && exportSettings.size.kind !== 'preset'
          ? exportSettings
          : reframe({ ...exportSettings, background: ground }, whole),
    }));
  }, [store, whole]);
  const common = { stem, onStem: setStem, onAltText: setStatedText, onClose, onOutOfDownloads };
  const forShops = shownSource.isAlone ? whole : shownSource.source;
  return (
    <>
      <SegmentedControl
        label={t('Files')}
        value={isOn ? 'shops' : 'one'}
        segments={[
          { value: 'one', label: t('One file') },
          { value: 'shops', label: t('A file for each shop') },
        ]}
        onChange={(value) => store.setState({ shopExport: { isOn: value === 'shops', shops } })}
        className="mt-3 max-sm:w-full"
      />
      {isOn ? (
        <ShopsPane
          {...common}
          source={forShops}
          altText={statedText ?? forShops.altText}
          onRelease={giveBack}
          onSaveRecipe={() => {
            onClose();
            onSaveRecipe(shops);
          }}
        />
      ) : (
        <OneFilePane
          {...common}
          altText={statedText ?? shownSource.source.altText}
          shownSource={shownSource}
          onRelease={giveBack}
        />
      )}
    </>
  );
}
