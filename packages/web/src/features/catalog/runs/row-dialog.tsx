import { errorSentence } from '../../../lib/api/error-sentence.ts';
import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { messages, t } from '@packshot/contract/text/translation';
import type { Decision, RunItem } from '@packshot/contract/catalog/items';
import { enlargedPercent } from '@packshot/contract/catalog/limits';
import { ROUTES } from '@packshot/contract/routes';
import { useNavigate } from '@tanstack/react-router';
import { Download, PencilLine, SlidersHorizontal, ThumbsDown, ThumbsUp, Undo2 } from 'lucide';
import { useCallback, useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { offerFix } from '../../../lib/handover/run-fix.ts';
import type { RunFix } from '../../../lib/handover/run-fix.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { itemName, itemNote, STATE_WORDS } from '../words.ts';
import { MESSAGES } from '@packshot/contract/messages';
import { saveBlob } from '../../../lib/files/download.ts';
import { showToast } from '../../../lib/state/toast.ts';

/** Downloads a file of a run, which costs one download credit the first time; shows a toast if it fails. */
async function takeFile(downloadUrl: string, name: string): Promise<void> {
  const response = await fetch(downloadUrl).catch(() => null);
  if (response?.ok === true) saveBlob(await response.blob(), name);
  else showToast('error', await sentenceIn(response));
}

/** Message of the server's response, such as that no downloads are left. */
async function sentenceIn(response: Response | null): Promise<string> {
  const problem: unknown = await response?.json().catch(() => null);
  const isProblem = typeof problem === 'object' && problem !== null && 'detail' in problem;
  return isProblem && typeof problem.detail === 'string' ? problem.detail : MESSAGES.downloadFailed;
}

interface RowDialogProps {
  readonly runId: string;
  readonly row: number;
  readonly onClose: () => void;
  /** Called when the user's action has changed the row. */
  readonly onChange: () => void;
}

export function RowDialog({ runId, row, onClose, onChange }: RowDialogProps) {
  const load = useCallback(
    async () => (await call('readRunItem', { params: { id: runId, row: String(row) } })).data,
    [runId, row],
  );
  const { loaded, reload } = useLoaded(load);
  const item = loaded.state === 'ready' ? loaded.value : null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={item === null ? t('Row {row}', { row }) : itemName(item)}
      {...(item !== null && {
        description: `${t('Row {row}', { row })} · ${STATE_WORDS[item.state]}`,
      })}
      className="w-[44rem]!"
    >
      {loaded.state === 'loading' && <Skeleton className="mt-4 h-80" />}
      {loaded.state === 'failed' && (
        <div className="mt-4">
          <LoadFailure message={loaded.message} onRetry={() => void reload()} />
        </div>
      )}
      {item !== null && (
        <Shown
          runId={runId}
          item={item}
          onChange={() => {
            onChange();
            void reload();
          }}
        />
      )}
    </Dialog>
  );
}

const DECIDED = ['approved', 'rejected'];
const MADE = ['done', 'needs_review', 'approved', 'rejected'];

interface ShownRowProps extends Pick<RowDialogProps, 'runId' | 'onChange'> {
  readonly item: RunItem;
}

function Shown({ runId, item, onChange }: ShownRowProps) {
  const navigate = useNavigate();
  const [isBefore, setIsBefore] = useState(item.outputs.length === 0);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<Decision | null>(null);
  const decide = async (decision: Decision): Promise<void> => {
    setBusy(decision);
    setFailure(null);
    try {
      await call('reviewRunItems', {
        params: { id: runId },
        body: { decisions: [{ row: item.row, decision }] },
      });
      onChange();
    } catch (error) {
      setFailure(getErrorMessage(error));
    } finally {
      setBusy(null);
    }
  };
  const openInCreate = (url: string, opens: RunFix['opens']): void => {
    offerFix({
      opens,
      runId,
      row: item.row,
      name: itemName(item),
      url,
      fileName: item.source.name,
      doubts: item.doubts,
    });
    void navigate({ to: ROUTES.studio });
  };
  const url = isBefore ? item.photo_url : (item.outputs[0]?.url ?? item.thumb_url);
  const note = itemNote(item);
  const isMade = MADE.includes(item.state);
  return (
    <div className="mt-4 grid gap-4">
      {url !== null && (
        <div className="flex h-[46dvh] items-center justify-center overflow-clip rounded-lg border border-line bg-fill short:h-[38dvh]">
          <img
            src={url}
            alt={
              isBefore
                ? t('Photo of {name}', { name: itemName(item) })
                : t('Picture of {name}', { name: itemName(item) })
            }
            // The checkerboard is behind the picture only, because the area next to a JPEG isn't transparent.
            className="checkerboard max-h-full max-w-full"
          />
        </div>
      )}
      {item.photo_url !== null && item.outputs.length > 0 && (
        <SegmentedControl
          label={t('Shown')}
          value={isBefore ? 'before' : 'after'}
          segments={[
            { value: 'after', label: t('Picture') },
            { value: 'before', label: t('Photo') },
          ]}
          onChange={(value) => setIsBefore(value === 'before')}
          className="justify-self-center"
        />
      )}
      {note !== '' && <p className="text-sm">{note}</p>}
      {item.outputs.length > 0 && <Files outputs={item.outputs} />}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {isMade && (
        <div className="flex flex-wrap gap-2">
          {DECIDED.includes(item.state) ? (
            <Button
              variant="secondary"
              icon={Undo2}
              loading={busy === 'undo'}
              disabled={busy !== null}
              onClick={() => void decide('undo')}
            >
              {t('Undo decision')}
            </Button>
          ) : (
            <>
              <Button
                icon={ThumbsUp}
                loading={busy === 'approve'}
                disabled={busy !== null}
                onClick={() => void decide('approve')}
              >
                {t('Approve')}
              </Button>
              <Button
                variant="secondary"
                icon={ThumbsDown}
                loading={busy === 'reject'}
                disabled={busy !== null}
                onClick={() => void decide('reject')}
              >
                {t('Reject')}
              </Button>
            </>
          )}
          {item.photo_url !== null && (
            <Button
              variant="secondary"
              icon={PencilLine}
              onClick={() => item.photo_url !== null && openInCreate(item.photo_url, 'cut-out')}
            >
              {t('Correct in Create')}
            </Button>
          )}
          {item.photo_url !== null && item.has_scene && (
            <Button
              variant="secondary"
              icon={SlidersHorizontal}
              title={t('Move the product and change the light, free of charge')}
              onClick={() => item.photo_url !== null && openInCreate(item.photo_url, 'scene')}
            >
              {t('Adjust the scene')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const SIZE = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });

const DELIVERY_WORDS = messages({
  waiting: 'On its way to the bucket',
  delivered: 'Delivered to the bucket',
  failed: 'Not delivered',
});

const Files = ({ outputs }: Pick<RunItem, 'outputs'>) => (
  <ul className="divide-y divide-line rounded-lg border border-line text-sm">
    {outputs.map(({ id, name, width, height, bytes, scale, findings, delivery, download_url: url }) => {
      const enlarged = enlargedPercent(scale);
      return (
        <li key={id} className="flex items-center gap-3 px-3 py-2">
          <span className="min-w-0 flex-1">
            <bdi translate="no" className="block truncate font-medium">
              {name}
            </bdi>
            <span className="block text-xs text-muted tabular-nums">
              {width} × {height} px · {SIZE.format(Math.max(1, bytes / 1000))} kB
              {enlarged !== null && ` · ${t('{percent}% of the original', { percent: enlarged })}`}
            </span>
            {delivery !== null && (
              <span
                className={classNames(
                  'block text-xs',
                  delivery.state === 'failed' ? 'text-danger' : 'text-muted',
                )}
              >
                {delivery.reason ? errorSentence(delivery.reason) : DELIVERY_WORDS[delivery.state]}
              </span>
            )}
            {(findings ?? []).map(({ message }) => (
              <span key={message} className="block text-xs text-warning">
                {message}
              </span>
            ))}
          </span>
          {url !== null && (
            <IconButton
              icon={Download}
              label={t('Download {name}', { name })}
              side="left"
              onClick={() => void takeFile(url, name)}
            />
          )}
        </li>
      );
    })}
  </ul>
);
