import { ACCOUNT_MESSAGES } from '@packshot/contract/account-messages';
import { useState } from 'react';
import { allowances } from '../lib/allowances.ts';
import { call, messageOf } from '../lib/api-client.ts';
import { useGlobalState } from '../lib/global-state.ts';
import { plural } from '../lib/plural.ts';
import { showToast } from '../lib/toast.ts';
import { Button } from '../ui/button.tsx';

/** Says what waits for a confirmed address, with the way to another mail. */
export default function AddressBanner() {
  const email = useGlobalState((state) => state.currentUser?.email ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const { memberGenerations, memberDownloads } = allowances();
  const resend = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await call('resendVerification');
      showToast('success', ACCOUNT_MESSAGES.verificationMailSent);
    } catch (error) {
      showToast('error', messageOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <aside
      aria-label="Confirm your address"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b border-line bg-accent-soft px-4 py-2 text-sm"
    >
      <p className="min-w-0">
        Confirm <span className="font-semibold break-all">{email}</span> to get{' '}
        {plural(memberGenerations, 'generation')} and {plural(memberDownloads, 'download')} free. The link is
        in your mail.
      </p>
      <Button variant="secondary" size="sm" loading={isBusy} onClick={() => void resend()}>
        Send it again
      </Button>
    </aside>
  );
}
