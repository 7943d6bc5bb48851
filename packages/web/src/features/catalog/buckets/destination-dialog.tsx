import { t } from '@packshot/contract/text/translation';
import { folderSchema } from '@packshot/contract/buckets/buckets';
import type { Destination } from '@packshot/contract/buckets/destinations';
import type { Run } from '@packshot/contract/catalog/runs';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/api/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SelectField } from '../fields.tsx';
import { NoBucket } from './no-bucket.tsx';
import { useBuckets } from './use-buckets.ts';

interface DestinationDialogProps {
  readonly run: Run;
  readonly onClose: () => void;
  /** @throws the server's refusal */
  readonly onChosen: (to: Destination) => Promise<void>;
}

/** Dialog that selects the bucket and folder for a run’s files, and the delivery options. */
export function DestinationDialog({ run, onClose, onChosen }: DestinationDialogProps) {
  const { loaded, reload } = useBuckets();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Deliver to S3')}
      description={t('Each file is delivered under its own name, and manifest.csv once the run ends.')}
      className="w-[32rem]"
    >
      <div className="mt-4">
        {loaded.state === 'loading' && <Skeleton className="h-40" />}
        {loaded.state === 'failed' && <LoadFailure message={loaded.message} onRetry={() => void reload()} />}
        {loaded.state === 'ready' && (
          <Fields
            run={run}
            buckets={loaded.value.filter((bucket) => bucket.may_write)}
            onClose={onClose}
            onChosen={onChosen}
          />
        )}
      </div>
    </Dialog>
  );
}

interface DestinationFieldsProps extends DestinationDialogProps {
  readonly buckets: readonly { readonly id: string; readonly name: string }[];
}

function Fields({ run, buckets, onClose, onChosen }: DestinationFieldsProps) {
  const { to } = run;
  const [bucketId, setBucketId] = useState(
    () => buckets.find(({ id }) => id === to?.bucket_id)?.id ?? buckets[0]?.id,
  );
  const [folder, setFolder] = useState(to?.folder ?? '');
  const [overwrite, setOverwrite] = useState(to?.overwrite ?? false);
  const [hold, setHold] = useState(to?.hold_doubtful ?? true);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (bucketId === undefined) return <NoBucket right="write" />;
  const parsed = folderSchema.safeParse(folder);
  const choose = async (): Promise<void> => {
    if (!parsed.success) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await onChosen({ bucket_id: bucketId, folder: parsed.data, overwrite, hold_doubtful: hold });
      onClose();
    } catch (error) {
      setFailure(getErrorMessage(error));
      setIsBusy(false);
    }
  };
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void choose();
      }}
    >
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <SelectField
        label={t('Bucket')}
        value={bucketId}
        options={buckets.map(({ id, name }) => [id, name] as const)}
        onChange={setBucketId}
      />
      <TextField
        label={t('Folder')}
        value={folder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setFolder(event.target.value)}
        hint={t(
          'For example shop/autumn. Leave empty to deliver directly into the connected bucket or folder.',
        )}
        error={parsed.success ? undefined : parsed.error.issues[0]?.message}
      />
      <div className="grid gap-2">
        <Check
          label={t('Hold pictures that need review')}
          says={t('Only these wait for your approval; all others are delivered at once.')}
          isChecked={hold}
          onChange={setHold}
        />
        <Check
          label={t('Overwrite existing files')}
          says={t('Otherwise, an existing file that this run didn’t write stays, and is reported.')}
          isChecked={overwrite}
          onChange={setOverwrite}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!parsed.success}>
          {run.status === 'draft' ? t('Use this bucket') : t('Deliver')}
        </Button>
      </div>
    </form>
  );
}

function Check(props: {
  readonly label: string;
  readonly says: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}) {
  return (
    <label className="flex cursor-pointer items-start gap-3 text-sm">
      <input
        type="checkbox"
        aria-label={props.label}
        checked={props.isChecked}
        onChange={({ target }) => props.onChange(target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-ink"
      />
      <span>
        <span className="block font-medium">{props.label}</span>
        <span className="block text-muted">{props.says}</span>
      </span>
    </label>
  );
}
