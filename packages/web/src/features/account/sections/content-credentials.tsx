import { t } from '@packshot/contract/text/translation';
import type { CurrentUser } from '@packshot/contract/accounts/session';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { useLoaded } from '../../../lib/api/use-loaded.ts';

const loadUser = async (): Promise<CurrentUser> => (await call('getUserDetails')).data;

/** Setting for signing new pictures with Content Credentials. */
export default function ContentCredentials() {
  const { loaded, reload, replace } = useLoaded(loadUser);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-16" />;
  const choose = async (value: 'with' | 'without'): Promise<void> => {
    try {
      const { data } = await call('updateUserDetails', { body: { signs_pictures: value === 'with' } });
      replace(data);
      showToast('success', ACCOUNT_MESSAGES.profileSaved);
    } catch (error) {
      showToast('error', getErrorMessage(error));
    }
  };
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm text-muted">
        {t(
          'New pictures are signed with their edit history, so their recipients can check whether they were changed since. The signature doesn’t say who you are or where a photo was taken. AI-generated edits are always signed.',
        )}
      </p>
      <SegmentedControl
        label={t('Content Credentials')}
        value={loaded.value.signs_pictures ? 'with' : 'without'}
        onChange={(value) => void choose(value)}
        segments={[
          { value: 'with', label: t('With Content Credentials') },
          { value: 'without', label: t('Without') },
        ]}
      />
    </div>
  );
}
