import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { setEmailRequestSchema } from '@packshot/contract/accounts/schemas';
import type { SetEmailRequest } from '@packshot/contract/accounts/schemas';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { solveCaptcha } from '../../../lib/captcha/captcha.ts';
import { showRefusal } from '../../../lib/api/form-refusal.ts';
import { allowances } from '../../../lib/plans/allowances.ts';
import { useResendVerification } from '../../../lib/session/resend-verification.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormTextField } from '../../../ui/form-fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Rich } from '../../../ui/rich.tsx';

export function ConfirmAddress({ email }: { readonly email: string }) {
  const { isBusy, resend } = useResendVerification();
  const { memberGenerations, memberDownloads } = allowances();
  return (
    <Notice tone="info" className="mb-6">
      <p>
        {hasBilling() &&
          `${t('{memberGenerations, plural, one {# generation} other {# generations}} and {memberDownloads, plural, one {# download} other {# downloads}} are waiting for you.', { memberGenerations, memberDownloads })} `}
        <Rich
          text={t('Confirm <address>{email}</address>. The link is in your inbox.', { email })}
          address={<span className="font-medium break-all" />}
        />
      </p>
      <Button variant="secondary" size="sm" loading={isBusy} onClick={() => void resend()} className="mt-2.5">
        {t('Resend')}
      </Button>
    </Notice>
  );
}

/**
 * Form for adding an email address to an account without one; the server saves the address when the user opens the
 * confirmation link.
 */
export function AddAddress() {
  const form = useForm<SetEmailRequest>({
    resolver: zodResolver(setEmailRequestSchema),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = async (body: SetEmailRequest) => {
    try {
      await call('setEmail', { body });
      setSentTo(body.email);
      showToast('success', ACCOUNT_MESSAGES.addressLinkSent);
    } catch (error) {
      showRefusal(form, error, { EMAIL_TAKEN: 'email' });
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
      className="mt-6 grid gap-4 border-t border-line pt-6"
    >
      <div>
        <h3 className="text-base font-semibold">{t('Add an email address')}</h3>
        <p className="mt-1 text-sm text-muted">
          {t(
            'You sign in through Google Cloud Marketplace. Add an email address and a password to sign in here, too.',
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-60 flex-1">
          <FormTextField
            form={form}
            name="email"
            label={t('Email address')}
            type="email"
            autoComplete="email"
          />
        </div>
        <Button type="submit" variant="secondary" loading={isSubmitting} className="h-11 sm:mt-6.5">
          {t('Send the link')}
        </Button>
      </div>
      {errors.root?.message !== undefined && <Notice tone="error">{errors.root.message}</Notice>}
      {sentTo !== null && (
        <Notice tone="success">
          <Rich
            text={t(
              'Open the link in the email to <address>{email}</address>. Then you can set a password here.',
              { email: sentTo },
            )}
            address={<span className="font-medium break-all" />}
          />
        </Notice>
      )}
    </form>
  );
}

/** Changes the password through a link sent by mail, so that a stranger can't change it on an unattended laptop. */
export function ChangePassword({
  email,
  hasPassword,
}: {
  readonly email: string;
  readonly hasPassword: boolean;
}) {
  const { isBusy, run } = useBusy();
  const send = () =>
    run(async () => {
      await call('forgotPassword', { body: { email }, captcha: await solveCaptcha() });
      showToast('success', ACCOUNT_MESSAGES.passwordLinkSent);
    });
  const [isAsking, setIsAsking] = useState(false);
  const words = hasPassword ? t('Change password') : t('Set a password');
  return (
    <>
      <Button variant="secondary" loading={isBusy} onClick={() => setIsAsking(true)}>
        {words}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={words}
        description={t(
          'We’ll send a link to {email}. Choose the password on the page it opens; nothing changes until then.',
          { email },
        )}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              {t('Cancel')}
            </Button>
            <Button
              onClick={() => {
                setIsAsking(false);
                void send();
              }}
            >
              {t('Send the link')}
            </Button>
          </>
        }
      />
    </>
  );
}

/** Runs an action, shows its error as a toast, and reports whether the action is in progress. */
function useBusy() {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showToast('error', getErrorMessage(error));
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}
