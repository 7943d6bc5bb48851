import { t } from '@packshot/contract/text/translation';
import { bucketPatchSchema, bucketRequestSchema } from '@packshot/contract/buckets/buckets';
import type { Bucket, BucketPatch, BucketRequest } from '@packshot/contract/buckets/buckets';
import { useState } from 'react';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { PasswordField, TextField } from '../../../ui/text-field.tsx';
import { Check, Checks, DialogForm, saveFields } from '../dialog-form.tsx';
import type { Problems } from '../dialog-form.tsx';

interface BucketDraft {
  readonly name: string;
  readonly where: 'amazon' | 'elsewhere';
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly folder: string;
  readonly keyId: string;
  readonly secret: string;
  readonly pathStyle: boolean;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
}

const NEW: BucketDraft = {
  name: '',
  where: 'amazon',
  endpoint: 'https://',
  region: 'us-east-1',
  bucket: '',
  folder: '',
  keyId: '',
  secret: '',
  pathStyle: true,
  mayRead: true,
  mayWrite: true,
};

const toDraft = (bucket: Bucket): BucketDraft => ({
  name: bucket.name,
  where: bucket.endpoint === null ? 'amazon' : 'elsewhere',
  endpoint: bucket.endpoint ?? 'https://',
  region: bucket.region,
  bucket: bucket.bucket,
  folder: bucket.folder,
  keyId: bucket.access_key_id ?? '',
  secret: '',
  pathStyle: bucket.endpoint === null || bucket.path_style,
  mayRead: bucket.may_read,
  mayWrite: bucket.may_write,
});

const toFields = (draft: BucketDraft) => ({
  name: draft.name,
  endpoint: draft.where === 'amazon' ? null : draft.endpoint,
  region: draft.region,
  bucket: draft.bucket,
  folder: draft.folder,
  access_key_id: draft.keyId,
  path_style: draft.where === 'elsewhere' && draft.pathStyle,
  may_read: draft.mayRead,
  may_write: draft.mayWrite,
});

interface BucketFormProps<Value> {
  readonly onSave: (value: Value) => Promise<void>;
  readonly onClose: () => void;
}

export function CreateBucket({ onSave, onClose }: BucketFormProps<BucketRequest>) {
  return (
    <BucketForm
      title={t('Connect a bucket')}
      button={t('Connect')}
      initial={NEW}
      onClose={onClose}
      onSave={(draft) =>
        saveFields(bucketRequestSchema, { ...toFields(draft), secret_access_key: draft.secret }, onSave)
      }
    />
  );
}

export function EditBucket({
  edited,
  onSave,
  onClose,
}: BucketFormProps<BucketPatch> & { readonly edited: Bucket }) {
  return (
    <BucketForm
      title={t('Edit “{name}”', { name: edited.name })}
      button={t('Save')}
      initial={toDraft(edited)}
      secretHint={t('Leave empty to keep the current secret.')}
      onClose={onClose}
      onSave={(draft) => {
        const secret = draft.secret === '' ? {} : { secret_access_key: draft.secret };
        return saveFields(bucketPatchSchema, { ...toFields(draft), ...secret }, onSave);
      }}
    />
  );
}

function BucketForm(props: {
  readonly title: string;
  readonly button: string;
  readonly initial: BucketDraft;
  readonly secretHint?: string;
  readonly onSave: (draft: BucketDraft) => Promise<Problems>;
  readonly onClose: () => void;
}) {
  const { onClose, onSave } = props;
  const [draft, setDraft] = useState(props.initial);
  const change = (part: Partial<BucketDraft>) => setDraft((before) => ({ ...before, ...part }));
  const field = (problems: Problems, label: string, name: string, of: keyof BucketDraft, hint?: string) => (
    <TextField
      label={label}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={String(draft[of])}
      onChange={(event) => change({ [of]: event.target.value })}
      hint={hint}
      error={problems[name]}
    />
  );
  return (
    <DialogForm
      title={props.title}
      button={props.button}
      className="w-[34rem]"
      // Shows the server's messages at the fields, because only the server can check some of them, such as private
      // addresses.
      showsServerFields
      onClose={onClose}
      onSave={() => onSave(draft)}
    >
      {(problems) => (
        <>
          {field(problems, t('Name'), 'name', 'name', t('Shown to you and your colleagues.'))}
          <div>
            <SegmentedControl
              label={t('Provider')}
              value={draft.where}
              segments={[
                { value: 'amazon', label: 'Amazon S3' },
                { value: 'elsewhere', label: t('Another S3 server') },
              ]}
              onChange={(where) => change({ where })}
            />
          </div>
          {draft.where === 'elsewhere' &&
            field(
              problems,
              t('Server'),
              'endpoint',
              'endpoint',
              t('For example https://s3.eu-central-003.backblazeb2.com.'),
            )}
          <div className="grid items-start gap-5 sm:grid-cols-2">
            {field(problems, t('Bucket'), 'bucket', 'bucket')}
            {field(problems, t('Region'), 'region', 'region')}
          </div>
          {field(
            problems,
            t('Folder'),
            'folder',
            'folder',
            t('Nothing outside this folder is read or written. Leave empty for the whole bucket.'),
          )}
          {field(problems, t('Access key'), 'access_key_id', 'keyId')}
          <PasswordField
            label={t('Secret')}
            holds="secret"
            autoComplete="off"
            value={draft.secret}
            onChange={(event) => change({ secret: event.target.value })}
            hint={props.secretHint ?? t('Stored encrypted and never shown again.')}
            error={problems['secret_access_key']}
          />
          <Checks legend={t('Use for')} error={problems['may_read']}>
            <Check
              label={t('Import photos')}
              isChecked={draft.mayRead}
              onChange={(mayRead) => change({ mayRead })}
            />
            <Check
              label={t('Deliver files')}
              isChecked={draft.mayWrite}
              onChange={(mayWrite) => change({ mayWrite })}
            />
          </Checks>
          {draft.where === 'elsewhere' && (
            <Check
              label={t('Path-style URLs (most servers other than Amazon’s)')}
              isChecked={draft.pathStyle}
              onChange={(pathStyle) => change({ pathStyle })}
            />
          )}
        </>
      )}
    </DialogForm>
  );
}
