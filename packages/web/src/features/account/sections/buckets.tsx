import { t } from '@packshot/contract/text/translation';
import { BUCKETS_PER_ORGANIZATION } from '@packshot/contract/buckets/buckets';
import type { Bucket } from '@packshot/contract/buckets/buckets';
import { Cylinder } from 'lucide';
import { useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { CreateBucket, EditBucket } from '../buckets/bucket-form.tsx';
import { BucketRow } from '../buckets/bucket-row.tsx';
import type { BucketAction } from '../buckets/bucket-row.tsx';
import { Confirmation } from '../confirmation.tsx';

const loadBuckets = () => call('listBuckets');

type OpenBucketDialog =
  | { readonly action: 'create' }
  | { readonly action: Exclude<BucketAction, 'try'>; readonly bucket: Bucket };

/** Section with the organization's buckets on S3 servers, which runs use to read photos and deliver files. */
export default function Buckets() {
  const { loaded, reload, replace } = useLoaded(loadBuckets);
  const [open, setOpen] = useState<OpenBucketDialog | null>(null);
  const [trying, setTrying] = useState<string | null>(null);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-32" />;
  const { data: buckets, can_manage: canManage } = loaded.value;
  const tryOut = async (id: string): Promise<void> => {
    setTrying(id);
    try {
      await call('tryBucket', { params: { id } });
      replace(await loadBuckets());
    } catch (error) {
      showToast('error', getErrorMessage(error));
    }
    setTrying(null);
  };
  /** Tests the bucket immediately after saving, so that the user notices a wrong secret before the next run. */
  const testSavedBucket = async ({ id }: Bucket): Promise<void> => {
    setOpen(null);
    replace(await loadBuckets());
    await tryOut(id);
  };
  return (
    <>
      {buckets.length === 0 ? (
        <p className="text-base text-muted">
          {t('Import photos from and deliver files to Amazon S3 or compatible storage.')}
          {!canManage && ` ${t('Owners and admins of your organization can connect buckets.')}`}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {buckets.map((bucket) => (
            <BucketRow
              key={bucket.id}
              shown={bucket}
              busy={trying === bucket.id ? 'try' : null}
              {...(canManage && {
                onAction: (action: BucketAction) =>
                  action === 'try' ? void tryOut(bucket.id) : setOpen({ action, bucket }),
              })}
            />
          ))}
        </ul>
      )}
      {canManage && (
        <div className="mt-4">
          <Button
            icon={Cylinder}
            disabled={buckets.length >= BUCKETS_PER_ORGANIZATION}
            onClick={() => setOpen({ action: 'create' })}
          >
            {t('Connect a bucket')}
          </Button>
        </div>
      )}
      {open !== null && (
        <OpenDialog
          open={open}
          onClose={() => setOpen(null)}
          onSaved={testSavedBucket}
          onDeleted={async () => {
            setOpen(null);
            await reload();
          }}
        />
      )}
    </>
  );
}

/** Sentences about the effects of disconnecting a bucket, also on unfinished runs. */
function disconnectWords({ open_runs: runs }: Bucket): string {
  const words = t('Its access key and secret are deleted here. The bucket’s contents stay.');
  if (runs === 0) return words;
  const effect = t(
    '{runs, plural, one {An unfinished run uses it} other {# unfinished runs use it}}: photos that are not fetched yet will fail, and files that are not delivered yet stay here.',
    { runs },
  );
  return `${words} ${effect}`;
}

function OpenDialog(props: {
  readonly open: OpenBucketDialog;
  readonly onClose: () => void;
  readonly onSaved: (bucket: Bucket) => Promise<void>;
  readonly onDeleted: () => Promise<void>;
}) {
  const { open, onClose, onSaved } = props;
  switch (open.action) {
    case 'create':
      return (
        <CreateBucket
          onClose={onClose}
          onSave={async (body) => onSaved((await call('createBucket', { body })).data)}
        />
      );
    case 'edit': {
      const params = { id: open.bucket.id };
      return (
        <EditBucket
          edited={open.bucket}
          onClose={onClose}
          onSave={async (body) => onSaved((await call('updateBucket', { params, body })).data)}
        />
      );
    }
    case 'delete':
      return (
        <Confirmation
          title={t('Disconnect “{name}”?', { name: open.bucket.name })}
          words={disconnectWords(open.bucket)}
          button={t('Disconnect')}
          isDanger
          onClose={onClose}
          onConfirm={async () => {
            await call('deleteBucket', { params: { id: open.bucket.id } });
            await props.onDeleted();
          }}
        />
      );
  }
}
