import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { useState } from 'react';
import { call, getErrorMessage } from '../api/api-client.ts';
import { showToast } from '../state/toast.ts';

export function useResendVerification(): { readonly isBusy: boolean; readonly resend: () => Promise<void> } {
  const [isBusy, setIsBusy] = useState(false);
  const resend = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await call('resendVerification');
      showToast('success', ACCOUNT_MESSAGES.verificationMailSent);
    } catch (error) {
      showToast('error', getErrorMessage(error));
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, resend };
}
