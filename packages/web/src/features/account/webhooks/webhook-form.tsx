import { WEBHOOK_EVENTS, webhookRequestSchema } from '@packshot/contract/api/webhooks';
import type { Webhook, WebhookEvent, WebhookRequest } from '@packshot/contract/api/webhooks';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { messageOf } from '../../../lib/api/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { EVENT_WORDS } from './webhook-words.ts';

export type WebhookDraft = WebhookRequest & { readonly enabled: boolean };

/** @param props.edited absent: a new one */
export function WebhookForm(props: {
  readonly edited?: Webhook;
  readonly onSave: (draft: WebhookDraft) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { edited, onClose } = props;
  const [url, setUrl] = useState(edited?.url ?? 'https://');
  const [description, setDescription] = useState(edited?.description ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(edited?.events ?? WEBHOOK_EVENTS);
  const [enabled, setEnabled] = useState(edited?.enabled ?? true);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const parsed = webhookRequestSchema.safeParse({ url, description, events: [...events] });
    if (!parsed.success) {
      const found = parsed.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
      return setProblems(Object.fromEntries(found));
    }
    setProblems({});
    setIsBusy(true);
    try {
      await props.onSave({ ...parsed.data, enabled });
    } catch (error) {
      setFailure(messageOf(error));
    }
    setIsBusy(false);
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={edited === undefined ? 'New webhook' : 'Edit webhook'}
      className="w-[32rem]"
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-5">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <TextField
          label="Address"
          type="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          hint="Of your server, such as https://shop.example/packshot."
          error={problems['url']}
        />
        <TextField
          label="Description"
          autoComplete="off"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          hint="For your colleagues; may be empty."
          error={problems['description']}
        />
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">Call it when</legend>
          <div className="grid gap-1">
            {WEBHOOK_EVENTS.map((event) => (
              <Check
                key={event}
                label={EVENT_WORDS[event]}
                name={event}
                isChecked={events.includes(event)}
                onChange={(isChecked) =>
                  setEvents(isChecked ? [...events, event] : events.filter((each) => each !== event))
                }
              />
            ))}
          </div>
          {problems['events'] !== undefined && (
            <p role="alert" className="mt-1.5 text-sm text-danger">
              {problems['events']}
            </p>
          )}
        </fieldset>
        {edited !== undefined && <Check label="Enabled" isChecked={enabled} onChange={setEnabled} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {edited === undefined ? 'Create webhook' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Check(props: {
  readonly label: string;
  readonly name?: string;
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
      <span className="text-sm">
        <span className="font-medium">{props.label}</span>
        {props.name !== undefined && <code className="ml-2 font-mono text-xs text-muted">{props.name}</code>}
      </span>
    </label>
  );
}
