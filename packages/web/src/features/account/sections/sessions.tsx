import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import type { SessionEntry } from '@packshot/contract/accounts/schemas';
import { MonitorSmartphone } from 'lucide';
import { useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { deviceName } from '../device-name.ts';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { useLoaded } from '../../../lib/api/use-loaded.ts';

const loadSessions = async (): Promise<readonly SessionEntry[]> => (await call('listSessions')).data;
const dateFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });

export default function Sessions() {
  const { loaded, reload } = useLoaded(loadSessions);
  const [endingId, setEndingId] = useState<string | null>(null);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-24" />;
  const sessions = loaded.value;

  const end = async (id: string, work: () => Promise<unknown>, successMessage: string) => {
    setEndingId(id);
    try {
      await work();
      showToast('success', successMessage);
    } catch (error) {
      showToast('error', getErrorMessage(error));
    }
    await reload();
    setEndingId(null);
  };

  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
            <Icon of={MonitorSmartphone} sizePx={20} className="text-muted" />
            <div className="min-w-0 flex-1">
              <p className="text-base font-medium">{deviceName(session.user_agent)}</p>
              <p className="text-sm text-muted">
                {session.is_current
                  ? t('This device')
                  : t('Last used {time}', { time: dateFormat.format(new Date(session.last_used_at)) })}
              </p>
            </div>
            {!session.is_current && (
              <Button
                variant="secondary"
                size="sm"
                loading={endingId === session.id}
                onClick={() =>
                  void end(
                    session.id,
                    () => call('revokeSession', { params: { id: session.id } }),
                    ACCOUNT_MESSAGES.sessionEnded,
                  )
                }
              >
                {t('Sign out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="secondary"
          className="mt-4"
          loading={endingId === 'others'}
          onClick={() =>
            void end('others', () => call('revokeOtherSessions'), ACCOUNT_MESSAGES.otherSessionsEnded)
          }
        >
          {t('Sign out everywhere else')}
        </Button>
      )}
    </>
  );
}
