import { hasBilling } from '../../../lib/page/installation.ts';
import {
  API_KEY_MODES,
  API_SCOPES,
  apiKeyPatchSchema,
  apiKeyRequestSchema,
} from '@packshot/contract/api/keys';
import type { ApiKey, ApiKeyMode, ApiKeyPatch, ApiKeyRequest, ApiScope } from '@packshot/contract/api/keys';
import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { z } from 'zod';
import { ENTITLEMENT_MESSAGES } from '@packshot/contract/billing/entitlements';
import { useEntitlement } from '../../../lib/plans/use-entitlement.ts';
import { messageOf } from '../../../lib/api/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { shortDayOf } from '../days.ts';
import { SCOPE_WORDS } from './key-words.ts';

const MODE_WORDS: Readonly<Record<ApiKeyMode, { readonly label: string; readonly about: string }>> = {
  live: { label: 'Live', about: 'Spends credits and downloads.' },
  test: { label: 'Test', about: 'Costs nothing. Pictures carry a watermark.' },
};
/** Without billing a live key has nothing to spend. */
const aboutMode = (mode: ApiKeyMode): string =>
  hasBilling() ? MODE_WORDS[mode].about : mode === 'test' ? 'Pictures carry a watermark.' : '';
const DAY_MS = 24 * 3600 * 1000;
/** Days from now; empty: never. */
const TERMS = { '': 'Never', '30': 'In 30 days', '90': 'In 90 days', '365': 'In a year' } as const;
/** Leaves the expiry of an existing key as it is. */
const UNCHANGED = 'unchanged';

interface Draft {
  readonly name: string;
  readonly mode: ApiKeyMode;
  readonly scopes: readonly ApiScope[];
  readonly term: string;
  readonly addresses: string;
  readonly ceiling: string;
}

const NEW: Draft = {
  name: '',
  mode: 'live',
  scopes: API_SCOPES,
  term: '',
  addresses: '',
  ceiling: '',
};
/** The first key tries the API, which should cost nothing; without API connections in the plan every key does. */
const TEST: Draft = { ...NEW, mode: 'test' };

const draftOf = (key: ApiKey): Draft => ({
  name: key.name,
  mode: key.mode,
  scopes: key.scopes,
  term: key.expires_at === null ? '' : UNCHANGED,
  addresses: key.addresses.join('\n'),
  ceiling: key.monthly_ceiling === null ? '' : String(key.monthly_ceiling),
});

/** As the server takes it; the schema says what is wrong with it. */
const fieldsOf = (draft: Draft) => ({
  name: draft.name,
  scopes: [...draft.scopes],
  addresses: draft.addresses.split(/[\s,;]+/).filter((line) => line !== ''),
  monthly_ceiling: draft.ceiling.trim() === '' ? null : Number(draft.ceiling),
  ...(draft.term !== UNCHANGED && {
    expires_at: draft.term === '' ? null : new Date(Date.now() + Number(draft.term) * DAY_MS).toISOString(),
  }),
});

interface FormProps<Value> {
  readonly onSave: (value: Value) => Promise<void>;
  readonly onClose: () => void;
}

interface CreateKeyProps extends FormProps<ApiKeyRequest> {
  readonly isFirst: boolean;
}

export function CreateKey({ isFirst, onSave, onClose }: CreateKeyProps) {
  const hasLiveKeys = useEntitlement('live_keys');
  return (
    <KeyForm
      title="New API key"
      button="Create key"
      initial={isFirst || !hasLiveKeys ? TEST : NEW}
      onClose={onClose}
      onSave={(draft) => saved(apiKeyRequestSchema, { ...fieldsOf(draft), mode: draft.mode }, onSave)}
    />
  );
}

export function EditKey({ edited, onSave, onClose }: FormProps<ApiKeyPatch> & { readonly edited: ApiKey }) {
  return (
    <KeyForm
      title={`Edit “${edited.name}”`}
      button="Save"
      initial={draftOf(edited)}
      edited={edited}
      onClose={onClose}
      onSave={(draft) => saved(apiKeyPatchSchema, fieldsOf(draft), onSave)}
    />
  );
}

/** What is wrong, by field; empty when it was saved. Throws what the server refuses. */
type Problems = Readonly<Record<string, string>>;

async function saved<Value>(
  schema: z.ZodType<Value>,
  fields: object,
  onSave: (value: Value) => Promise<void>,
): Promise<Problems> {
  const parsed = schema.safeParse(fields);
  if (!parsed.success) {
    return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
  }
  await onSave(parsed.data);
  return {};
}

function KeyForm(props: {
  readonly title: string;
  readonly button: string;
  readonly initial: Draft;
  readonly edited?: ApiKey;
  readonly onSave: (draft: Draft) => Promise<Problems>;
  readonly onClose: () => void;
}) {
  const { edited, onClose } = props;
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
      setProblems(await props.onSave(draft));
    } catch (error) {
      setFailure(messageOf(error));
    }
    setIsBusy(false);
  };
  return (
    <Dialog isOpen onClose={onClose} title={props.title} className="w-[32rem]">
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-5">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <TextField
          label="Name"
          autoComplete="off"
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          hint="Where it is used, such as “Shop import”."
          error={problems['name']}
        />
        {edited === undefined && <Mode mode={draft.mode} onChange={(mode) => change({ mode })} />}
        <Scopes scopes={draft.scopes} error={problems['scopes']} onChange={(scopes) => change({ scopes })} />
        <Expiry term={draft.term} edited={edited} onChange={(term) => change({ term })} />
        {hasBilling() && (
          <TextField
            label="Credits a month, at most"
            inputMode="numeric"
            autoComplete="off"
            value={draft.ceiling}
            onChange={(event) => change({ ceiling: event.target.value })}
            hint="Leave empty for no limit. Work included in your plan doesn’t count."
            error={
              problems['monthly_ceiling'] === undefined ? undefined : 'Please enter a whole number from 1.'
            }
          />
        )}
        <Addresses
          text={draft.addresses}
          error={problems['addresses']}
          onChange={(addresses) => change({ addresses })}
        />
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

function Mode({
  mode,
  onChange,
}: {
  readonly mode: ApiKeyMode;
  readonly onChange: (mode: ApiKeyMode) => void;
}) {
  const hasLiveKeys = useEntitlement('live_keys');
  const isMissing = mode === 'live' && !hasLiveKeys;
  return (
    <div>
      <SegmentedControl
        label="Mode"
        value={mode}
        onChange={onChange}
        segments={API_KEY_MODES.map((value) => ({ value, label: MODE_WORDS[value].label }))}
      />
      <p className="mt-1.5 text-sm text-muted">
        {isMissing ? ENTITLEMENT_MESSAGES.liveKeysNotInPlan : aboutMode(mode)}
      </p>
    </div>
  );
}

function Scopes(props: {
  readonly scopes: readonly ApiScope[];
  readonly error: string | undefined;
  readonly onChange: (scopes: readonly ApiScope[]) => void;
}) {
  const { scopes, error, onChange } = props;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">What it may do</legend>
      <div className="grid gap-1">
        {API_SCOPES.map((scope) => (
          <label
            key={scope}
            className="flex min-h-8 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              aria-label={SCOPE_WORDS[scope].title}
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                onChange(target.checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
              }
              className="size-4.5 shrink-0 accent-accent"
            />
            <span className="text-sm">
              <span className="font-medium">{SCOPE_WORDS[scope].title}</span>
              <span className="text-muted"> · {SCOPE_WORDS[scope].about}</span>
            </span>
          </label>
        ))}
      </div>
      <Problem>{error}</Problem>
    </fieldset>
  );
}

function Expiry(props: {
  readonly term: string;
  readonly edited: ApiKey | undefined;
  readonly onChange: (term: string) => void;
}) {
  const id = useId();
  const expiresAt = props.edited?.expires_at ?? null;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Expires
      </label>
      <select
        id={id}
        value={props.term}
        onChange={(event) => props.onChange(event.target.value)}
        className="block h-11 w-full rounded-md border border-field-line bg-surface px-3 text-base"
      >
        {expiresAt !== null && <option value={UNCHANGED}>On {shortDayOf(expiresAt)}</option>}
        {Object.entries(TERMS).map(([days, label]) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

function Addresses(props: {
  readonly text: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}) {
  const id = useId();
  const { error } = props;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Allowed IP addresses
      </label>
      <textarea
        id={id}
        rows={2}
        spellCheck={false}
        value={props.text}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => props.onChange(event.target.value)}
        className="block w-full rounded-md border border-field-line bg-surface px-3 py-2.5 font-mono text-sm"
      />
      {error === undefined ? (
        <p id={`${id}-note`} className="mt-1.5 text-sm text-muted">
          One per line, for example 203.0.113.7 or 2001:db8::/32. Leave empty to allow any.
        </p>
      ) : (
        <Problem id={`${id}-note`}>{error}</Problem>
      )}
    </div>
  );
}

function Problem({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <p id={id} role="alert" className="mt-1.5 text-sm text-danger">
      {children}
    </p>
  );
}
