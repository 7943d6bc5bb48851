import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { useState } from 'react';
import { call, messageOf } from './api-client.ts';
import { showToast } from './toast.ts';

/** Another mail with the link that confirms the address; what came of it is told by a toast. */
export function useResendVerification(): { readonly isBusy: boolean; readonly resend: () => Promise<void> } {
  const [isBusy, setIsBusy] = useState(false);
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
  return { isBusy, resend };
}
