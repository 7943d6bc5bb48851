import { messages, t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import {
  API_KEY_MODES,
  API_SCOPES,
  apiKeyPatchSchema,
  apiKeyRequestSchema,
} from '@packshot/contract/api/keys';
import type { ApiKey, ApiKeyMode, ApiKeyPatch, ApiKeyRequest, ApiScope } from '@packshot/contract/api/keys';
import { useId, useState } from 'react';
import { ENTITLEMENT_MESSAGES } from '@packshot/contract/billing/entitlements';
import { useEntitlement } from '../../../lib/plans/use-entitlement.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { formatShortDay } from '../days.ts';
import { Check, Checks, DialogForm, Problem, saveFields, withEntry } from '../dialog-form.tsx';
import type { Problems } from '../dialog-form.tsx';
import { SCOPE_WORDS } from './key-words.ts';

const MODE_WORDS: Readonly<Record<ApiKeyMode, { readonly label: string; readonly about: string }>> = messages(
  {
    live: { label: 'Live', about: 'Spends credits and downloads.' },
    test: { label: 'Test', about: 'Costs nothing. Pictures carry a watermark.' },
  },
);
/** Description of a key's mode; without billing, a live key has no credits to spend. */
const aboutMode = (mode: ApiKeyMode): string =>
  hasBilling() ? MODE_WORDS[mode].about : mode === 'test' ? t('Pictures carry a watermark.') : '';
const DAY_MS = 24 * 3600 * 1000;
/** Choices for a key's expiry, by days from now; an empty value never expires. */
const TERMS = messages({ '': 'Never', '30': 'In 30 days', '90': 'In 90 days', '365': 'In a year' });
/** Choice that leaves the expiry of an existing key unchanged. */
const UNCHANGED = 'unchanged';

interface KeyDraft {
  readonly name: string;
  readonly mode: ApiKeyMode;
  readonly scopes: readonly ApiScope[];
  readonly term: string;
  readonly addresses: string;
  readonly ceiling: string;
}

const NEW: KeyDraft = {
  name: '',
  mode: 'live',
  scopes: API_SCOPES,
  term: '',
  addresses: '',
  ceiling: '',
};
/** Default for a first key, because trying the API should be free, and for plans without API connections. */
const TEST: KeyDraft = { ...NEW, mode: 'test' };

const toDraft = (key: ApiKey): KeyDraft => ({
  name: key.name,
  mode: key.mode,
  scopes: key.scopes,
  term: key.expires_at === null ? '' : UNCHANGED,
  addresses: key.addresses.join('\n'),
  ceiling: key.monthly_ceiling === null ? '' : String(key.monthly_ceiling),
});

/** Form fields in the server's format, which the schema validates. */
const toFields = (draft: KeyDraft) => ({
  name: draft.name,
  scopes: [...draft.scopes],
  addresses: draft.addresses.split(/[\s,;]+/).filter((line) => line !== ''),
  monthly_ceiling: draft.ceiling.trim() === '' ? null : Number(draft.ceiling),
  ...(draft.term !== UNCHANGED && {
    expires_at: draft.term === '' ? null : new Date(Date.now() + Number(draft.term) * DAY_MS).toISOString(),
  }),
});

interface KeyFormProps<Value> {
  readonly onSave: (value: Value) => Promise<void>;
  readonly onClose: () => void;
}

interface CreateKeyProps extends KeyFormProps<ApiKeyRequest> {
  readonly isFirst: boolean;
}

export function CreateKey({ isFirst, onSave, onClose }: CreateKeyProps) {
  const hasLiveKeys = useEntitlement('live_keys');
  return (
    <KeyForm
      title={t('New API key')}
      button={t('Create key')}
      initial={isFirst || !hasLiveKeys ? TEST : NEW}
      onClose={onClose}
      onSave={(draft) => saveFields(apiKeyRequestSchema, { ...toFields(draft), mode: draft.mode }, onSave)}
    />
  );
}

export function EditKey({
  edited,
  onSave,
  onClose,
}: KeyFormProps<ApiKeyPatch> & { readonly edited: ApiKey }) {
  return (
    <KeyForm
      title={t('Edit “{name}”', { name: edited.name })}
      button={t('Save')}
      initial={toDraft(edited)}
      edited={edited}
      onClose={onClose}
      onSave={(draft) => saveFields(apiKeyPatchSchema, toFields(draft), onSave)}
    />
  );
}

function KeyForm(props: {
  readonly title: string;
  readonly button: string;
  readonly initial: KeyDraft;
  readonly edited?: ApiKey;
  readonly onSave: (draft: KeyDraft) => Promise<Problems>;
  readonly onClose: () => void;
}) {
  const { edited, onClose } = props;
  const [draft, setDraft] = useState(props.initial);
  const change = (part: Partial<KeyDraft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <DialogForm
      title={props.title}
      button={props.button}
      onClose={onClose}
      onSave={() => props.onSave(draft)}
    >
      {(problems) => (
        <>
          <TextField
            label={t('Name')}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
            hint={t('Where it is used, such as “Shop import”.')}
            error={problems['name']}
          />
          {edited === undefined && <Mode mode={draft.mode} onChange={(mode) => change({ mode })} />}
          <Scopes
            scopes={draft.scopes}
            error={problems['scopes']}
            onChange={(scopes) => change({ scopes })}
          />
          <Expiry term={draft.term} edited={edited} onChange={(term) => change({ term })} />
          {hasBilling() && (
            <TextField
              label={t('Monthly credit limit')}
              inputMode="numeric"
              autoComplete="off"
              value={draft.ceiling}
              onChange={(event) => change({ ceiling: event.target.value })}
              hint={t('Leave empty for no limit. Work included in your plan doesn’t count.')}
              error={
                problems['monthly_ceiling'] === undefined
                  ? undefined
                  : t('Please enter a whole number of at least 1.')
              }
            />
          )}
          <Addresses
            text={draft.addresses}
            error={problems['addresses']}
            onChange={(addresses) => change({ addresses })}
          />
        </>
      )}
    </DialogForm>
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
        label={t('Mode')}
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
    <Checks legend={t('Permissions')} error={error}>
      {API_SCOPES.map((scope) => (
        <Check
          key={scope}
          label={SCOPE_WORDS[scope].title}
          isChecked={scopes.includes(scope)}
          onChange={(isChecked) => onChange(withEntry(scopes, scope, isChecked))}
        >
          <span className="text-muted"> · {SCOPE_WORDS[scope].about}</span>
        </Check>
      ))}
    </Checks>
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
        {t('Expires')}
      </label>
      <select
        id={id}
        value={props.term}
        onChange={(event) => props.onChange(event.target.value)}
        className="block h-11 w-full rounded-md border border-field-line bg-surface px-3 text-base"
      >
        {expiresAt !== null && (
          <option value={UNCHANGED}>{t('On {date}', { date: formatShortDay(expiresAt) })}</option>
        )}
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
        {t('Allowed IP addresses')}
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
          {t('One per line, for example 203.0.113.7 or 2001:db8::/32. Leave empty to allow any.')}
        </p>
      ) : (
        <Problem id={`${id}-note`}>{error}</Problem>
      )}
    </div>
  );
}
