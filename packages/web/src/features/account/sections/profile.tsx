import { zodResolver } from '@hookform/resolvers/zod';
import { ACCOUNT_MESSAGES } from '@packshot/contract/account-messages';
import { profilePatchSchema } from '@packshot/contract/accounts';
import type { ProfilePatch } from '@packshot/contract/accounts';
import type { CurrentUser } from '@packshot/contract/session';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call, messageOf } from '../../../lib/api-client.ts';
import { solveCaptcha } from '../../../lib/captcha.ts';
import { showRefusal } from '../../../lib/form-refusal.ts';
import { storeUser } from '../../../lib/session-store.ts';
import { showToast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FormTextField } from '../../../ui/form-fields.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { useLoaded } from '../use-loaded.ts';

const loadUser = async (): Promise<CurrentUser> => (await call('getUserDetails')).data;

export default function Profile() {
  const { loaded, reload, replace } = useLoaded(loadUser);
  if (loaded.state === 'loading') return <Skeleton className="h-64" />;
  if (loaded.state === 'failed') {
    return <LoadFailure message={loaded.message} onRetry={() => void reload()} />;
  }
  return <ProfileForm current={loaded.value} onSaved={replace} />;
}

function ProfileForm(props: {
  readonly current: CurrentUser;
  readonly onSaved: (user: CurrentUser) => void;
}) {
  const { user, is_email_verified } = props.current;
  const form = useForm<ProfilePatch>({
    resolver: zodResolver(profilePatchSchema),
    values: {
      first_name: user.first_name,
      last_name: user.last_name,
      company_name: user.company_name ?? '',
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = async (body: ProfilePatch) => {
    try {
      const { data } = await call('updateUserDetails', { body });
      await storeUser(data);
      props.onSaved(data);
      showToast('success', ACCOUNT_MESSAGES.profileSaved);
    } catch (error) {
      showRefusal(form, error);
    }
  };

  return (
    <>
      {!is_email_verified && <ConfirmAddress email={user.email ?? ''} />}
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <FormTextField form={form} name="first_name" label="First name" autoComplete="given-name" />
          <FormTextField form={form} name="last_name" label="Last name" autoComplete="family-name" />
          <FormTextField
            form={form}
            name="company_name"
            label="Company (optional)"
            autoComplete="organization"
          />
          <TextField label="E-mail address" value={user.email ?? ''} readOnly />
        </div>
        {errors.root?.message !== undefined && <Notice tone="error">{errors.root.message}</Notice>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
            Save
          </Button>
          <ChangePassword email={user.email ?? ''} hasPassword={props.current.has_password} />
        </div>
      </form>
    </>
  );
}

function ConfirmAddress({ email }: { readonly email: string }) {
  const { isBusy, run } = useBusy();
  const resend = () =>
    run(async () => {
      await call('resendVerification');
      showToast('success', ACCOUNT_MESSAGES.verificationMailSent);
    });
  return (
    <Notice tone="info" className="mb-6">
      <p>
        Confirm that <span className="font-medium">{email}</span> is yours, and your free generations and
        downloads are added. The link is in your mail.
      </p>
      <Button variant="secondary" size="sm" loading={isBusy} onClick={() => void resend()} className="mt-2.5">
        Send it again
      </Button>
    </Notice>
  );
}

/** By a link to the mail address: whoever sits at an open laptop cannot change it. */
function ChangePassword({ email, hasPassword }: { readonly email: string; readonly hasPassword: boolean }) {
  const { isBusy, run } = useBusy();
  const send = () =>
    run(async () => {
      await call('forgotPassword', { body: { email }, captcha: await solveCaptcha() });
      showToast('success', ACCOUNT_MESSAGES.passwordLinkSent);
    });
  const [isAsking, setIsAsking] = useState(false);
  const words = hasPassword ? 'Change password' : 'Set a password';
  return (
    <>
      <Button variant="secondary" loading={isBusy} onClick={() => setIsAsking(true)}>
        {words}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={words}
        description={`We send a link to ${email}. Your password is changed on the page behind it; until then nothing changes.`}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
            <Button
              onClick={() => {
                setIsAsking(false);
                void send();
              }}
            >
              Send the link
            </Button>
          </>
        }
      />
    </>
  );
}

/** Runs one thing at a time and shows what went wrong. */
function useBusy() {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showToast('error', messageOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}
