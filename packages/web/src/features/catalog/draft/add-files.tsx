import { t } from '@packshot/contract/text/translation';
import { RUN_ITEMS_MAX } from '@packshot/contract/catalog/limits';
import type { Run } from '@packshot/contract/catalog/runs';
import { FolderUp, ImagePlus } from 'lucide';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { isAbort, getErrorMessage } from '../../../lib/api/api-client.ts';
import { usePageDrops } from '../../../lib/page/page-drops.ts';
import { takeOfferedPhotos } from '../../../lib/handover/offered-run.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { AddBucket } from './add-bucket.tsx';
import { AddAddresses } from './add-addresses.tsx';
import { missingIn } from './missing-rows.ts';
import { Outcome } from './intake-outcome.tsx';
import { useZipQuestion, ZipQuestion } from './zip-question.tsx';
import { addPhotos } from './add-photos.ts';
import type { Added, PhotoUploadProgress } from './add-photos.ts';
import { foundInDrop, foundInPicker, sortFiles } from './photo-files.ts';
import type { FoundFile, PhotoFile } from './photo-files.ts';

interface AddFilesProps {
  readonly run: Run;
  /** Whether the area is visible; hidden while a table is being added. */
  readonly isShown: boolean;
  readonly onTable: (table: File) => void;
  readonly onAdded: () => Promise<void>;
}

const ACCEPTED = '.png,.jpg,.jpeg,.heic,.zip,.csv,.tsv,.xlsx';

export function AddFiles({ run, isShown, onTable, onAdded }: AddFilesProps) {
  const intake = useIntake(run, onTable, onAdded);
  const { progress } = intake;
  usePageDrops(
    (files, dropped) =>
      intake.take(dropped === null ? Promise.resolve(foundInPicker(files)) : foundInDrop(dropped)),
    {
      isEnabled: isShown && progress === null,
      onCells: (text) =>
        onTable(new File([text], `${t('Pasted cells')}.tsv`, { type: 'text/tab-separated-values' })),
    },
  );
  return (
    <div className="mt-3 grid gap-4">
      <Zone isBusy={progress !== null} onFound={intake.take} />
      {intake.question !== null && <ZipQuestion {...intake.question} />}
      {progress !== null && <UploadProgress progress={progress} onCancel={intake.stop} />}
      {intake.added !== null && <Outcome added={intake.added} onGoOn={intake.goOn} />}
      {run.sources.missing === 0 && (
        <>
          <AddAddresses run={run} isBusy={progress !== null} onAdded={onAdded} />
          <AddBucket run={run} isBusy={progress !== null} onAdded={onAdded} />
        </>
      )}
    </div>
  );
}

const NOTHING_ADDED: Added = {
  refused: [],
  systemFiles: [],
  unmatched: [],
  left: [],
  failure: null,
  mayBeAfter: null,
};

/** Sorts, uploads and adds files, one batch after another. */
function useIntake(run: Run, onTable: (table: File) => void, onAdded: () => Promise<void>) {
  const [progress, setProgress] = useState<PhotoUploadProgress | null>(null);
  const [added, setAdded] = useState<Added | null>(null);
  const { choose, question } = useZipQuestion();
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  useUnloadWarning(progress !== null);

  const upload = async (
    photos: readonly PhotoFile[],
    before: Pick<Added, 'refused' | 'systemFiles'>,
    items: number,
  ): Promise<void> => {
    const stop = new AbortController();
    underWay.current = stop;
    setAdded(null);
    setProgress({ done: 0, total: photos.length });
    try {
      const outcome = await addPhotos(photos, {
        runId: run.id,
        items,
        isForRows: run.sources.missing > 0,
        signal: stop.signal,
        onProgress: setProgress,
      });
      setAdded({ ...outcome, ...before, refused: [...before.refused, ...outcome.refused] });
    } catch (error) {
      if (!isAbort(error))
        setAdded({ ...NOTHING_ADDED, ...before, left: photos, failure: getErrorMessage(error) });
    } finally {
      setProgress(null);
      underWay.current = null;
      await onAdded();
    }
  };
  const take = async (pendingFiles: Promise<readonly FoundFile[]>): Promise<void> => {
    setProgress({ done: 0, total: 0 });
    const foundFiles = await pendingFiles;
    const { photos, tables, refused, systemFiles } = await sortFiles(foundFiles, {
      choose,
      ...(run.sources.missing > 0 && { listExpected: () => namesAwaited(run) }),
    });
    setProgress(null);
    const room = run.sources.missing > 0 ? RUN_ITEMS_MAX : RUN_ITEMS_MAX - run.items;
    const [table, ...moreTables] = tables;
    const notTaken = [
      ...refused,
      ...photos.slice(room).map(({ name }) => ({ name, why: t('A run can have at most 10,000 photos.') })),
      ...moreTables.map(({ name }) => ({ name, why: t('Add one table at a time.') })),
    ];
    if (photos.length > 0) await upload(photos.slice(0, room), { refused: notTaken, systemFiles }, run.items);
    else {
      const failure = foundFiles.length === 0 ? t('No files found.') : null;
      setAdded({ ...NOTHING_ADDED, refused: notTaken, systemFiles, failure });
    }
    if (table) onTable(table);
  };
  const fail = (error: unknown): void => {
    setProgress(null);
    setAdded({ ...NOTHING_ADDED, failure: getErrorMessage(error) });
  };
  // Adds the photos of the batch from which this run was created.
  const takeOffered = useEffectEvent(() => {
    const photos = takeOfferedPhotos(run.id);
    if (photos.length === 0) return;
    void Promise.all(photos.map((read) => read()))
      .then((files) => take(Promise.resolve(files.map((file) => ({ file, path: file.name })))))
      .catch(fail);
  });
  useEffect(() => takeOffered(), []);
  return {
    progress,
    added,
    question,
    take: (pendingFiles: Promise<readonly FoundFile[]>) => void take(pendingFiles).catch(fail),
    goOn: () => void upload(added?.left ?? [], added ?? NOTHING_ADDED, added?.mayBeAfter ?? run.items),
    stop: () => underWay.current?.abort(),
  };
}

const namesAwaited = async ({ id, items }: Run): Promise<readonly string[]> =>
  (await missingIn(id, items)).map(({ source }) => source.name);

/** Warns before leaving the page, because photos that aren't uploaded yet would be lost. */
function useUnloadWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

interface ZoneProps {
  readonly isBusy: boolean;
  readonly onFound: (pendingFiles: Promise<readonly FoundFile[]>) => void;
}

function Zone({ isBusy, onFound }: ZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folders = useRef<HTMLInputElement>(null);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    // Stops the event, because the page itself accepts files that are dropped elsewhere.
    event.stopPropagation();
    setIsOver(false);
    if (!isBusy) onFound(foundInDrop(event.dataTransfer));
  };
  const onPicked = (input: HTMLInputElement): void => {
    const picked = [...(input.files ?? [])];
    input.value = '';
    if (picked.length > 0) onFound(Promise.resolve(foundInPicker(picked)));
  };
  return (
    // The keyboard uses the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={onDrop}
      className={classNames(
        'grid justify-items-center gap-3 rounded-lg border border-dashed p-6 text-center transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-field-line',
      )}
    >
      <Icon of={ImagePlus} sizePx={26} className="text-muted" />
      <p className="text-sm text-muted">
        {t('Drop photos, folders, a ZIP, or a table (CSV or XLSX) with file names or URLs.')}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button disabled={isBusy} onClick={() => files.current?.click()}>
          {t('Choose files')}
        </Button>
        <Button
          variant="secondary"
          icon={FolderUp}
          disabled={isBusy}
          onClick={() => folders.current?.click()}
          // Hidden on touch devices, because phones can't choose folders.
          className="pointer-coarse:hidden"
        >
          {t('Choose a folder')}
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        data-testid="catalog-files"
        onChange={(event) => onPicked(event.currentTarget)}
      />
      <input
        ref={(input) => {
          folders.current = input;
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        multiple
        onChange={(event) => onPicked(event.currentTarget)}
      />
    </div>
  );
}

function UploadProgress({
  progress,
  onCancel,
}: {
  readonly progress: PhotoUploadProgress;
  readonly onCancel: () => void;
}) {
  const { done, total } = progress;
  const words =
    total === 0 ? t('Opening…') : t('{done, number} of {total, number} uploaded', { done, total });
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-sm tabular-nums">
          {words}
        </p>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {t('Stop')}
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label={t('Upload')}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, total)}
        aria-valuenow={done}
        className="h-1.5 overflow-hidden rounded-full bg-fill-strong"
      >
        <div
          className="h-full origin-left bg-ink transition-transform"
          style={{ transform: `scaleX(${total === 0 ? 0 : done / total})` }}
        />
      </div>
    </div>
  );
}
