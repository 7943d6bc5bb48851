import { t } from '@packshot/contract/text/translation';
import { WEBHOOK_EVENTS, webhookRequestSchema } from '@packshot/contract/api/webhooks';
import type { Webhook, WebhookEvent, WebhookRequest } from '@packshot/contract/api/webhooks';
import { useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import { Check, Checks, DialogForm, saveFields, withEntry } from '../dialog-form.tsx';
import { EVENT_WORDS } from './webhook-words.ts';

export type WebhookDraft = WebhookRequest & { readonly enabled: boolean };

/**
 * Form for a webhook.
 * @param props.edited existing webhook; undefined for a new one
 */
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
  const fields = { url, description, events: [...events] };
  return (
    <DialogForm
      title={edited === undefined ? t('New webhook') : t('Edit webhook')}
      button={edited === undefined ? t('Create webhook') : t('Save')}
      onClose={onClose}
      onSave={() => saveFields(webhookRequestSchema, fields, (saved) => props.onSave({ ...saved, enabled }))}
    >
      {(problems) => (
        <>
          <TextField
            label="URL"
            type="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            hint={t('On your server, such as https://shop.example/packshot.')}
            error={problems['url']}
          />
          <TextField
            label={t('Description')}
            autoComplete="off"
            value={description}
            onChange={(event) => setDescription(event.target.value)}
            hint={t('Optional. Shown to your colleagues.')}
            error={problems['description']}
          />
          <Checks legend={t('Events')} error={problems['events']}>
            {WEBHOOK_EVENTS.map((event) => (
              <Check
                key={event}
                label={EVENT_WORDS[event]}
                isChecked={events.includes(event)}
                onChange={(isChecked) => setEvents(withEntry(events, event, isChecked))}
              >
                <code translate="no" className="ml-2 font-mono text-xs text-muted">
                  {event}
                </code>
              </Check>
            ))}
          </Checks>
          {edited !== undefined && <Check label={t('Enabled')} isChecked={enabled} onChange={setEnabled} />}
        </>
      )}
    </DialogForm>
  );
}
