import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { ROUTES } from '@packshot/contract/routes';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError, call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { signOut } from '../../../lib/session/sign-out.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/text-field.tsx';

export default function DeleteAccount() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p className="text-base text-muted">
        {hasBilling()
          ? t(
              'Deletes your account with all its pictures and records. The subscription is canceled, unless your organization has other members. This can’t be undone.',
            )
          : t('Deletes your account with all its pictures and records. This can’t be undone.')}
      </p>
      <Button variant="danger" className="mt-4" onClick={() => setIsOpen(true)}>
        {t('Delete account')}
      </Button>
      {isOpen && <Confirmation onClose={() => setIsOpen(false)} />}
    </>
  );
}

function Confirmation({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | Error | null>(null);
  const isAboutPassword = failure instanceof ApiError && failure.code === 'WRONG_PASSWORD';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(null);
    try {
      await call('deleteAccount', { body: { password } });
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(getErrorMessage(error)));
      setIsBusy(false);
      return;
    }
    await signOut({ reload: false });
    await navigate({ to: ROUTES.home, search: { tab: 'home' } });
    showToast('success', ACCOUNT_MESSAGES.accountDeleted);
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Delete your account?')}
      description={t('Your pictures, records and remaining credits are deleted with it.')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-5 grid gap-5">
        <PasswordField
          label={t('Your password')}
          autoComplete="current-password"
          hint={t('Leave this empty if you sign in with Google and have no password.')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={isAboutPassword ? failure.message : undefined}
        />
        {failure !== null && !isAboutPassword && <Notice tone="error">{getErrorMessage(failure)}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('Keep it')}
          </Button>
          <Button type="submit" variant="danger" loading={isBusy}>
            {t('Delete everything')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
