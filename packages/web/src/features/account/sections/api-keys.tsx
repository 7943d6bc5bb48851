import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import type { ApiKey, NewApiKey } from '@packshot/contract/api/keys';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide';
import { useState } from 'react';
import { ENTITLEMENT_MESSAGES } from '@packshot/contract/billing/entitlements';
import { call } from '../../../lib/api/api-client.ts';
import { useEntitlement } from '../../../lib/plans/use-entitlement.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { CreateKey, EditKey } from '../api-keys/key-form.tsx';
import { KeyRow } from '../api-keys/key-row.tsx';
import type { KeyAction } from '../api-keys/key-row.tsx';
import { Confirmation } from '../confirmation.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { formatDay } from '../days.ts';
import { SecretDialog } from '../dialog-form.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { CUT_OUT_SCOPE, curlLine } from '../api-keys/key-words.ts';

function NewSecret({ apiKey, onClose }: { readonly apiKey: NewApiKey; readonly onClose: () => void }) {
  return (
    <SecretDialog
      title={t('Copy the key “{name}” now', { name: apiKey.name })}
      description={
        apiKey.rotated_until === null
          ? t('You won’t see it again. We keep only its fingerprint.')
          : t('You won’t see it again. The previous key works until {date}.', {
              date: formatDay(apiKey.rotated_until),
            })
      }
      onClose={onClose}
    >
      <CopyField label={t('API key')} value={apiKey.secret} />
      {apiKey.scopes.includes(CUT_OUT_SCOPE) && (
        <CopyField label={t('Try it')} value={curlLine(location.origin, apiKey.secret)} />
      )}
    </SecretDialog>
  );
}

const loadKeys = async (): Promise<readonly ApiKey[]> => (await call('listApiKeys')).data;

type OpenKeyDialog = { readonly action: 'create' } | { readonly action: KeyAction; readonly key: ApiKey };

export default function ApiKeys() {
  const { loaded, reload } = useLoaded(loadKeys);
  const [open, setOpen] = useState<OpenKeyDialog | null>(null);
  const [newKey, setNewKey] = useState<NewApiKey | null>(null);
  const [now] = useState(() => new Date());
  const hasLiveKeys = useEntitlement('live_keys');
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-32" />;
  const keys = loaded.value;
  const finishForm = async (fresh: NewApiKey | null) => {
    setOpen(null);
    setNewKey(fresh);
    await reload();
  };
  return (
    <>
      {!hasLiveKeys && keys.some(({ mode }) => mode === 'live') && (
        <div className="mb-4">
          <Notice tone="info">{ENTITLEMENT_MESSAGES.liveKeysNotInPlan}</Notice>
        </div>
      )}
      {keys.length === 0 ? (
        <p className="text-base text-muted">
          {t('With an API key, your programs can cut out, place and enlarge photos.')}
          {hasBilling() && ` ${t('A test key costs nothing.')}`}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {keys.map((key) => (
            <KeyRow key={key.id} shown={key} now={now} onAction={(action) => setOpen({ action, key })} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button icon={KeyRound} onClick={() => setOpen({ action: 'create' })}>
          {t('New key')}
        </Button>
        <Link to={ROUTES.usage} className={buttonClasses('secondary')}>
          {t('Usage')}
        </Link>
        <Link to={ROUTES.developers} className={buttonClasses('ghost')}>
          {t('API documentation')}
        </Link>
      </div>
      {open !== null && (
        <OpenDialog
          open={open}
          isFirst={keys.length === 0}
          onClose={() => setOpen(null)}
          onDone={(fresh) => void finishForm(fresh)}
        />
      )}
      {newKey !== null && <NewSecret apiKey={newKey} onClose={() => setNewKey(null)} />}
    </>
  );
}

function OpenDialog(props: {
  readonly open: OpenKeyDialog;
  readonly isFirst: boolean;
  readonly onClose: () => void;
  /** Called with a key whose secret has to be shown, or with null. */
  readonly onDone: (fresh: NewApiKey | null) => void;
}) {
  const { open, isFirst, onClose, onDone } = props;
  switch (open.action) {
    case 'create':
      return (
        <CreateKey
          isFirst={isFirst}
          onClose={onClose}
          onSave={async (body) => onDone((await call('createApiKey', { body })).data)}
        />
      );
    case 'edit':
      return (
        <EditKey
          edited={open.key}
          onClose={onClose}
          onSave={async (body) => {
            await call('updateApiKey', { params: { id: open.key.id }, body });
            onDone(null);
          }}
        />
      );
    case 'rotate':
      return (
        <Confirmation
          title={t('Rotate “{name}”?', { name: open.key.name })}
          words={t(
            'You’ll get a new key. The current one works for 24 more hours, so you can update your programs one by one. If it replaced another key less than a day ago, that one stops working now.',
          )}
          button={t('Rotate key')}
          onClose={onClose}
          onConfirm={async () => onDone((await call('rotateApiKey', { params: { id: open.key.id } })).data)}
        />
      );
    case 'revoke':
      return (
        <Confirmation
          title={t('Revoke “{name}”?', { name: open.key.name })}
          words={t('Programs that use it stop working immediately. This can’t be undone.')}
          button={t('Revoke key')}
          isDanger
          onClose={onClose}
          onConfirm={async () => {
            await call('revokeApiKey', { params: { id: open.key.id } });
            onDone(null);
          }}
        />
      );
  }
}
