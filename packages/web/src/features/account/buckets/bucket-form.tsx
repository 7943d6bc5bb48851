import { bucketPatchSchema, bucketRequestSchema } from '@packshot/contract/buckets/buckets';
import type { Bucket, BucketPatch, BucketRequest } from '@packshot/contract/buckets/buckets';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError, messageOf } from '../../../lib/api/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { PasswordField, TextField } from '../../../ui/text-field.tsx';

interface Draft {
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

const NEW: Draft = {
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

const draftOf = (bucket: Bucket): Draft => ({
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

const fieldsOf = (draft: Draft) => ({
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

type Problems = Readonly<Record<string, string>>;

interface FormProps<Value> {
  readonly onSave: (value: Value) => Promise<void>;
  readonly onClose: () => void;
}

export function CreateBucket({ onSave, onClose }: FormProps<BucketRequest>) {
  return (
    <BucketForm
      title="Connect a bucket"
      button="Connect"
      initial={NEW}
      onClose={onClose}
      onSave={async (draft) => {
        const parsed = bucketRequestSchema.safeParse({
          ...fieldsOf(draft),
          secret_access_key: draft.secret,
        });
        if (!parsed.success) return problemsOf(parsed.error.issues);
        await onSave(parsed.data);
        return {};
      }}
    />
  );
}

export function EditBucket({
  edited,
  onSave,
  onClose,
}: FormProps<BucketPatch> & { readonly edited: Bucket }) {
  return (
    <BucketForm
      title={`Edit “${edited.name}”`}
      button="Save"
      initial={draftOf(edited)}
      secretHint="The secret that is kept stays unless you enter another one."
      onClose={onClose}
      onSave={async (draft) => {
        const secret = draft.secret === '' ? {} : { secret_access_key: draft.secret };
        const parsed = bucketPatchSchema.safeParse({ ...fieldsOf(draft), ...secret });
        if (!parsed.success) return problemsOf(parsed.error.issues);
        await onSave(parsed.data);
        return {};
      }}
    />
  );
}

const problemsOf = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): Problems => Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));

function BucketForm(props: {
  readonly title: string;
  readonly button: string;
  readonly initial: Draft;
  readonly secretHint?: string;
  readonly onSave: (draft: Draft) => Promise<Problems>;
  readonly onClose: () => void;
}) {
  const { onClose, onSave } = props;
  const [draft, setDraft] = useState(props.initial);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(null);
    try {
      setProblems(await onSave(draft));
    } catch (error) {
      // Of single fields only the server knows some things: which addresses are private.
      const fields = error instanceof ApiError ? error.fields : {};
      setProblems(fields);
      if (Object.keys(fields).length === 0) setFailure(messageOf(error));
    }
    setIsBusy(false);
  };
  const field = (label: string, name: string, of: keyof Draft, hint?: string) => (
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
    <Dialog isOpen onClose={onClose} title={props.title} className="w-[34rem]">
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-5">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {field('Name', 'name', 'name', 'By which you and your colleagues know it.')}
        <div>
          <SegmentedControl
            label="Where the bucket is"
            value={draft.where}
            segments={[
              { value: 'amazon', label: 'Amazon S3' },
              { value: 'elsewhere', label: 'Another S3 server' },
            ]}
            onChange={(where) => change({ where })}
          />
        </div>
        {draft.where === 'elsewhere' &&
          field('Server', 'endpoint', 'endpoint', 'Such as https://s3.eu-central-003.backblazeb2.com.')}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {field('Bucket', 'bucket', 'bucket')}
          {field('Region', 'region', 'region')}
        </div>
        {field(
          'Folder',
          'folder',
          'folder',
          'Nothing outside of it is read or written. Empty: all of the bucket.',
        )}
        {field('Access key', 'access_key_id', 'keyId')}
        <PasswordField
          label="Secret"
          holds="secret"
          autoComplete="off"
          value={draft.secret}
          onChange={(event) => change({ secret: event.target.value })}
          hint={props.secretHint ?? 'Kept encrypted, and shown to nobody again.'}
          error={problems['secret_access_key']}
        />
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">What it is for</legend>
          <div className="grid gap-1">
            <Check
              label="Photos are read from it"
              isChecked={draft.mayRead}
              onChange={(mayRead) => change({ mayRead })}
            />
            <Check
              label="Files are written into it"
              isChecked={draft.mayWrite}
              onChange={(mayWrite) => change({ mayWrite })}
            />
          </div>
          {problems['may_read'] !== undefined && (
            <p role="alert" className="mt-1.5 text-sm text-danger">
              {problems['may_read']}
            </p>
          )}
        </fieldset>
        {draft.where === 'elsewhere' && (
          <Check
            label="The bucket is in the path of addresses (most servers but Amazon’s)"
            isChecked={draft.pathStyle}
            onChange={(pathStyle) => change({ pathStyle })}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {props.button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Check(props: {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}) {
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        aria-label={props.label}
        checked={props.isChecked}
        onChange={({ target }) => props.onChange(target.checked)}
        className="size-4.5 shrink-0 accent-accent"
      />
      <span className="text-sm font-medium">{props.label}</span>
    </label>
  );
}
