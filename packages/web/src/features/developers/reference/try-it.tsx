import { Play } from 'lucide';
import { useEffect, useId, useState } from 'react';
import type { FormEvent } from 'react';
import { create } from 'zustand';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Notice } from '../../../ui/notice.tsx';
import { To } from '../prose.tsx';
import type { Operation, Schema } from './document.ts';
import { kindOfKey, sendCall } from './send-call.ts';
import type { CallOutcome } from './send-call.ts';

interface TryKey {
  readonly key: string;
  readonly setKey: (key: string) => void;
}

/** API key shared by all calls; stored only in memory until the page closes. */
const useTryKey = create<TryKey>((set) => ({ key: '', setKey: (key) => set({ key: key.trim() }) }));

const KEY_REFUSALS = {
  live: 'This is a live key. Calls with it spend credits, so it can’t be used here. Please paste a test key, which starts with pk_test_.',
  other: 'A test key starts with pk_test_.',
} as const;

export function TryIt({ operation }: { readonly operation: Operation }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-label={`Try it: ${operation.summary}`} className="rounded-lg border border-line bg-surface">
      {isOpen ? (
        <TryForm operation={operation} />
      ) : (
        <div className="flex items-center justify-between gap-3 p-3 pl-4">
          <p className="text-sm text-muted">Send this call right here, with a test key.</p>
          <Button variant="secondary" size="sm" icon={Play} onClick={() => setIsOpen(true)}>
            Try it
          </Button>
        </div>
      )}
    </section>
  );
}

type SendState = { readonly state: 'idle' | 'sending' } | { readonly state: 'failed' } | CallDone;
interface CallDone {
  readonly state: 'done';
  readonly outcome: CallOutcome;
}

function TryForm({ operation }: { readonly operation: Operation }) {
  const { key, setKey } = useTryKey();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({});
  const [sending, setSending] = useState<SendState>({ state: 'idle' });
  const kind = kindOfKey(key);
  const picture = sending.state === 'done' ? sending.outcome.pictureAddress : null;
  useEffect(() => (picture === null ? undefined : () => URL.revokeObjectURL(picture)), [picture]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (kind !== 'test') return;
    setSending({ state: 'sending' });
    try {
      setSending({ state: 'done', outcome: await sendCall(operation, { key, values, files }) });
    } catch (error) {
      console.warn('The call did not arrive.', error);
      setSending({ state: 'failed' });
    }
  };
  const inputs = listInputs(operation);
  const set = (name: string, value: string) => setValues({ ...values, [name]: value });
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-3.5 p-4">
      <Labeled label="Test key">
        {(id) => (
          <input
            id={id}
            // Prevents browsers from storing the key as a password.
            autoComplete="off"
            spellCheck={false}
            required
            value={key}
            placeholder="pk_test_…"
            onChange={(event) => setKey(event.target.value)}
            className={classNames(FIELD, 'font-mono')}
          />
        )}
      </Labeled>
      {key !== '' && kind !== 'test' && <Notice tone="error">{KEY_REFUSALS[kind]}</Notice>}
      {inputs.files.map(({ name, isRequired }) => (
        <Labeled key={name} label={`${name}${isRequired ? '' : ' (optional)'}`}>
          {(id) => (
            <input
              id={id}
              type="file"
              accept="image/*"
              required={isRequired}
              onChange={(event) => {
                const { [name]: _before, ...others } = files;
                const file = event.target.files?.[0];
                setFiles(file === undefined ? others : { ...others, [name]: file });
              }}
              className={classNames(
                FIELD,
                'py-1.5 file:mr-3 file:rounded-sm file:border-0 file:bg-fill-strong file:px-2.5 file:py-1 file:text-ink',
              )}
            />
          )}
        </Labeled>
      ))}
      {inputs.first.map((input) => (
        <Option key={input.name} input={input} value={values[input.name] ?? ''} onChange={set} />
      ))}
      {inputs.more.length > 0 && (
        <details>
          <summary className="w-fit rounded-sm text-sm font-medium text-muted hover:text-ink">
            {inputs.more.length} more
          </summary>
          <div className="mt-3 grid gap-3.5">
            {inputs.more.map((input) => (
              <Option key={input.name} input={input} value={values[input.name] ?? ''} onChange={set} />
            ))}
          </div>
        </details>
      )}
      <Button type="submit" icon={Play} loading={sending.state === 'sending'} disabled={kind === 'live'}>
        Send
      </Button>
      <p className="text-xs text-muted">
        The key stays in this tab. No key yet?{' '}
        <To page={null} hash="key">
          Create one
        </To>
        .
      </p>
      <div role="status">
        {sending.state === 'failed' && (
          <p className="text-sm text-danger">The call didn’t reach the server. Are you online?</p>
        )}
        {sending.state === 'done' && <Outcome outcome={sending.outcome} />}
      </div>
    </form>
  );
}

const FIELD =
  'block h-9 w-full min-w-0 rounded-md border border-field-line bg-surface px-2.5 text-sm pointer-coarse:h-11';

function Labeled(props: { readonly label: string; readonly children: (id: string) => React.ReactNode }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {props.label}
      </label>
      {props.children(id)}
    </div>
  );
}

interface Input {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Frequently used options, which are visible; the form collapses all others. */
const FIRST = new Set(['prompt', 'factor', 'mode', 'count', 'product_name']);

function listInputs({ parameters, requestBody }: Operation) {
  const form = Object.entries(requestBody?.content['multipart/form-data']?.schema.properties ?? {});
  const files = form
    .filter(([, { format }]) => format === 'binary')
    .map(([name, schema]) => ({ name, isRequired: schema['x-required'] === true }));
  const isElsewhere = (name: string) =>
    files.some((file) => name === `${file.name}_url` || name === `${file.name}_key`);
  const options: Input[] = [
    ...parameters.map(({ name, schema, required }) => ({ name, schema, isRequired: required })),
    ...form
      .filter(([name, { format }]) => format !== 'binary' && !isElsewhere(name))
      .map(([name, schema]) => ({ name, schema, isRequired: false })),
  ];
  const isFirst = ({ name, isRequired }: Input) => isRequired || FIRST.has(name);
  return { files, first: options.filter(isFirst), more: options.filter((input) => !isFirst(input)) };
}

interface OptionProps {
  readonly input: Input;
  readonly value: string;
  readonly onChange: (name: string, value: string) => void;
}

function Option({ input: { name, schema, isRequired }, value, onChange }: OptionProps) {
  return (
    <Labeled label={name}>
      {(id) =>
        schema.enum === undefined ? (
          <input
            id={id}
            value={value}
            required={isRequired}
            spellCheck={false}
            onChange={(event) => onChange(name, event.target.value)}
            className={FIELD}
          />
        ) : (
          <select
            id={id}
            value={value}
            required={isRequired}
            onChange={(event) => onChange(name, event.target.value)}
            className={FIELD}
          >
            <option value="">–</option>
            {schema.enum.map((each) => (
              <option key={String(each)}>{String(each)}</option>
            ))}
          </select>
        )
      }
    </Labeled>
  );
}

function Outcome({ outcome }: { readonly outcome: CallOutcome }) {
  const { status, durationMs, headers, pictureAddress, text } = outcome;
  return (
    <div className="grid min-w-0 gap-3 border-t border-line pt-3.5">
      <p className="text-sm">
        <span
          className={classNames('font-mono font-semibold', status < 400 ? 'text-success' : 'text-danger')}
        >
          {status}
        </span>
        <span className="text-muted"> in {durationMs.toLocaleString('en')} ms</span>
      </p>
      {pictureAddress !== null && (
        <img
          src={pictureAddress}
          alt="Result of the call"
          className="checkerboard max-h-80 w-full rounded-md border border-line object-contain"
        />
      )}
      {text !== null && (
        <pre
          translate="no"
          tabIndex={0}
          aria-label="Response body"
          className="max-h-80 overflow-auto rounded-md bg-fill p-3 font-mono text-xs leading-5"
        >
          {text}
        </pre>
      )}
      <dl className="grid gap-1 font-mono text-xs">
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt className="inline text-muted">{name}: </dt>
            <dd className="inline break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
