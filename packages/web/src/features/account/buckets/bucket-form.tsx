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
      title="Connect a bucket"
      button="Connect"
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
      title={`Edit “${edited.name}”`}
      button="Save"
      initial={toDraft(edited)}
      secretHint="Leave empty to keep the current secret."
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
      // Only the server can judge some fields, such as private addresses.
      showsServerFields
      onClose={onClose}
      onSave={() => onSave(draft)}
    >
      {(problems) => (
        <>
          {field(problems, 'Name', 'name', 'name', 'Shown to you and your colleagues.')}
          <div>
            <SegmentedControl
              label="Provider"
              value={draft.where}
              segments={[
                { value: 'amazon', label: 'Amazon S3' },
                { value: 'elsewhere', label: 'Another S3 server' },
              ]}
              onChange={(where) => change({ where })}
            />
          </div>
          {draft.where === 'elsewhere' &&
            field(
              problems,
              'Server',
              'endpoint',
              'endpoint',
              'For example https://s3.eu-central-003.backblazeb2.com.',
            )}
          <div className="grid items-start gap-5 sm:grid-cols-2">
            {field(problems, 'Bucket', 'bucket', 'bucket')}
            {field(problems, 'Region', 'region', 'region')}
          </div>
          {field(
            problems,
            'Folder',
            'folder',
            'folder',
            'Nothing outside it is read or written. Leave empty for the whole bucket.',
          )}
          {field(problems, 'Access key', 'access_key_id', 'keyId')}
          <PasswordField
            label="Secret"
            holds="secret"
            autoComplete="off"
            value={draft.secret}
            onChange={(event) => change({ secret: event.target.value })}
            hint={props.secretHint ?? 'Stored encrypted and never shown again.'}
            error={problems['secret_access_key']}
          />
          <Checks legend="Use for" error={problems['may_read']}>
            <Check
              label="Import photos"
              isChecked={draft.mayRead}
              onChange={(mayRead) => change({ mayRead })}
            />
            <Check
              label="Deliver files"
              isChecked={draft.mayWrite}
              onChange={(mayWrite) => change({ mayWrite })}
            />
          </Checks>
          {draft.where === 'elsewhere' && (
            <Check
              label="Path-style URLs (most servers other than Amazon’s)"
              isChecked={draft.pathStyle}
              onChange={(pathStyle) => change({ pathStyle })}
            />
          )}
        </>
      )}
    </DialogForm>
  );
}
