import { t } from '@packshot/contract/text/translation';
import { folderSchema } from '@packshot/contract/buckets/buckets';
import type { BucketContents, SkippedObjects } from '@packshot/contract/buckets/destinations';
import { RUN_ITEMS_MAX } from '@packshot/contract/catalog/limits';
import type { Run } from '@packshot/contract/catalog/runs';
import { useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { NoBucket } from '../buckets/no-bucket.tsx';
import { useBuckets } from '../buckets/use-buckets.ts';
import { SelectField } from '../fields.tsx';
import { sizeWords } from '../words.ts';

interface AddBucketProps {
  readonly run: Run;
  readonly isBusy: boolean;
  readonly onAdded: () => Promise<void>;
}

/** Section that adds the photos in a bucket's folder; the server fetches each photo when it processes the row. */
export function AddBucket(props: AddBucketProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure title={t('Import photos from S3')} onToggle={setIsOpen}>
      {isOpen && <Opened {...props} />}
    </Disclosure>
  );
}

function Opened({ run, isBusy, onAdded }: AddBucketProps) {
  const { loaded, reload } = useBuckets();
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [folder, setFolder] = useState('');
  const [contents, setContents] = useState<BucketContents | null>(null);
  const [busy, setBusy] = useState<'look' | 'add' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="mt-3 h-24" />;
  const buckets = loaded.value.filter((bucket) => bucket.may_read);
  const bucketId = selectedId ?? buckets[0]?.id;
  if (bucketId === undefined)
    return (
      <div className="mt-3">
        <NoBucket right="read" />
      </div>
    );
  const parsed = folderSchema.safeParse(folder);
  const runAction = async (what: 'look' | 'add', work: (folder: string) => Promise<void>): Promise<void> => {
    if (!parsed.success) return;
    setBusy(what);
    setFailure(null);
    try {
      await work(parsed.data);
    } catch (error) {
      setFailure(getErrorMessage(error));
    }
    setBusy(null);
  };
  const look = () =>
    runAction('look', async (within) => {
      setContents(null);
      setContents(
        (await call('lookIntoBucket', { params: { id: bucketId }, body: { folder: within } })).data,
      );
    });
  const add = () =>
    runAction('add', async (within) => {
      const body = { bucket_id: bucketId, folder: within };
      await call('addRunBucket', { params: { id: run.id }, body });
      setContents(null);
      await onAdded();
    });
  const isTooMany = contents !== null && run.items + contents.photos > RUN_ITEMS_MAX;
  return (
    <div className="mt-3 grid gap-4">
      <form
        className="grid items-start gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          void look();
        }}
      >
        <SelectField
          label={t('Bucket')}
          value={bucketId}
          options={buckets.map((bucket) => [bucket.id, bucket.name] as const)}
          onChange={(value) => {
            setSelectedId(value);
            setContents(null);
          }}
        />
        <TextField
          label={t('Folder')}
          value={folder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setFolder(event.target.value);
            setContents(null);
          }}
          hint={t('Leave empty for everything in the connected bucket or folder.')}
          error={parsed.success ? undefined : parsed.error.issues[0]?.message}
        />
        <div className="sm:col-span-2">
          <Button
            type="submit"
            variant="secondary"
            loading={busy === 'look'}
            disabled={isBusy || busy !== null || !parsed.success}
          >
            {t('List photos')}
          </Button>
        </div>
      </form>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {contents !== null && <Contents contents={contents} />}
      {isTooMany && <Notice tone="error">{t('A run can have at most 10,000 photos.')}</Notice>}
      {contents !== null && contents.photos > 0 && (
        <div>
          <Button
            loading={busy === 'add'}
            disabled={isBusy || busy !== null || isTooMany}
            onClick={() => void add()}
          >
            {t('Add {photos, plural, one {# photo} other {# photos}}', { photos: contents.photos })}
          </Button>
        </div>
      )}
    </div>
  );
}

function Contents({ contents }: { readonly contents: BucketContents }) {
  const { photos, bytes, first, skipped } = contents;
  return (
    <div role="status" className="grid gap-2 rounded-lg bg-fill px-4 py-3 text-sm">
      <p className="font-medium">
        {photos === 0
          ? t('This folder contains no PNG, JPEG or HEIC.')
          : `${t('{photos, plural, one {# photo} other {# photos}}', { photos })}, ${sizeWords(bytes)}`}
      </p>
      {first.length > 0 && (
        <ul className="grid gap-1 text-muted">
          {first.map((each) => (
            <li key={each.key} className="flex items-baseline justify-between gap-4">
              <bdi translate="no" className="min-w-0 truncate font-mono text-xs">
                {each.key}
              </bdi>
              <span className="shrink-0 text-xs tabular-nums">{sizeWords(each.bytes)}</span>
            </li>
          ))}
          {photos > first.length && (
            <li className="text-xs">{t('… and {count, number} more', { count: photos - first.length })}</li>
          )}
        </ul>
      )}
      {skippedWords(skipped).map((words) => (
        <p key={words} className="text-muted">
          {words}
        </p>
      ))}
    </div>
  );
}

/** Sentences about objects that were skipped, by reason. */
const skippedWords = ({ no_photo, too_large, unusable_name }: SkippedObjects): readonly string[] => [
  ...(no_photo > 0
    ? [
        t(
          'Skipped: {count, plural, one {# file that isn’t} other {# files that aren’t}} in a photo format.',
          { count: no_photo },
        ),
      ]
    : []),
  ...(too_large > 0
    ? [t('Skipped: {count, plural, one {# photo} other {# photos}} larger than 25 MB.', { count: too_large })]
    : []),
  ...(unusable_name > 0
    ? [
        t(
          'Skipped: {count, plural, one {# photo} other {# photos}} with a name that is too long or has unsupported characters.',
          { count: unusable_name },
        ),
      ]
    : []),
];
