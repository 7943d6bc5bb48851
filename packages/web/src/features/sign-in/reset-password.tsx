import { t } from '@packshot/contract/text/translation';
import { zodResolver } from '@hookform/resolvers/zod';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { ROUTES } from '@packshot/contract/routes';
import { passwordSchema } from '@packshot/contract/validation';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { ApiError, errorOfResponse, request } from '../../lib/api/api-client.ts';
import { completeSignIn, failSignIn } from '../../lib/session/sign-in.ts';
import { showToast } from '../../lib/state/toast.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FormPasswordField } from '../../ui/form-fields.tsx';
import { NEW_PASSWORD } from './new-password.ts';
import { Entrance } from './entrance.tsx';
import { showSignInRefusal } from './show-refusal.ts';
import { SubmitRow } from './submit-row.tsx';
import { isCorrectable } from './use-submit.ts';

const formSchema = z
  .object({ password: passwordSchema, repeated: z.string() })
  .refine(({ password, repeated }) => password === repeated, {
    path: ['repeated'],
    message: ACCOUNT_MESSAGES.passwordsDiffer,
  });
type ResetPasswordValues = z.infer<typeof formSchema>;

/** Format of the token in a reset link. If the token has another format, the link was most likely truncated. */
const TOKEN = /^[\w-]{43}$/;

export default function ResetPasswordPage() {
  const { token } = useParams({ strict: false });
  const [isExpired, setIsExpired] = useState(token === undefined || !TOKEN.test(token));
  if (isExpired) return <ExpiredLink />;
  return <NewPassword token={token ?? ''} onExpired={() => setIsExpired(true)} />;
}

function NewPassword({ token, onExpired }: { readonly token: string; readonly onExpired: () => void }) {
  const form = useForm<ResetPasswordValues>({
    resolver: zodResolver(formSchema),
    defaultValues: { password: '', repeated: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = async ({ password }: ResetPasswordValues) => {
    try {
      const response = await request('resetPassword', { body: { token, password } });
      if (!response.ok) throw await errorOfResponse(response);
      if (await completeSignIn(response, { path: ROUTES.studio })) {
        showToast('success', ACCOUNT_MESSAGES.passwordChanged);
      }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'LINK_EXPIRED') return onExpired();
      if (!isCorrectable(error)) return failSignIn(error instanceof Error ? error.message : '');
      showSignInRefusal(form, error);
    }
  };

  return (
    <Entrance
      title={t('Choose a new password')}
      intro={t('You’ll be signed in here and signed out everywhere else.')}
    >
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} className="grid gap-5">
        <FormPasswordField form={form} name="password" label={t('New password')} {...NEW_PASSWORD} />
        <FormPasswordField
          form={form}
          name="repeated"
          label={t('Repeat password')}
          autoComplete="new-password"
        />
        <SubmitRow label={t('Set password')} isBusy={isSubmitting} error={errors.root?.message} />
      </form>
    </Entrance>
  );
}

function ExpiredLink() {
  return (
    <Entrance title={t('This link doesn’t work')}>
      <Notice tone="error">{ACCOUNT_MESSAGES.linkExpired}</Notice>
      <Link to={ROUTES.forgotPassword} className={`${buttonClasses('primary', 'lg')} mt-6 w-full`}>
        {t('Request a new link')}
      </Link>
    </Entrance>
  );
}
