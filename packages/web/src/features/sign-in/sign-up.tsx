import { zodResolver } from '@hookform/resolvers/zod';
import { ACCOUNT_MESSAGES } from '@packshot/contract/account-messages';
import { registerRequestSchema } from '@packshot/contract/accounts';
import type { RegisterRequest } from '@packshot/contract/accounts';
import { MEMBER_FREE_DOWNLOADS, MEMBER_FREE_GENERATIONS } from '@packshot/contract/limits';
import { ROUTES } from '@packshot/contract/tabs';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { errorFromAnswer, request } from '../../lib/api-client.ts';
import { solveCaptcha } from '../../lib/captcha.ts';
import { completeSignIn, failSignIn } from '../../lib/sign-in.ts';
import { showToast } from '../../lib/toast.ts';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { Entrance, TEXT_LINK } from './entrance.tsx';
import { SubmitRow } from './submit-row.tsx';
import { isCorrectable, showRefusal } from './use-submit.ts';

export default function SignUpPage() {
  const form = useForm<RegisterRequest>({
    resolver: zodResolver(registerRequestSchema),
    defaultValues: { email: '', password: '', first_name: '', last_name: '', company_name: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = async (body: RegisterRequest) => {
    try {
      const response = await request('register', { body, captcha: await solveCaptcha() });
      if (!response.ok) throw errorFromAnswer(response.status, await response.text());
      if (await completeSignIn(response)) showToast('success', ACCOUNT_MESSAGES.confirmYourAddress);
    } catch (error) {
      if (!isCorrectable(error)) return failSignIn(error instanceof Error ? error.message : '');
      showRefusal(form, error, { EMAIL_TAKEN: 'email' });
    }
  };

  return (
    <Entrance
      title="Create an account"
      intro={`It keeps your work, and brings ${MEMBER_FREE_GENERATIONS} generations and ${MEMBER_FREE_DOWNLOADS} downloads for free.`}
      footer={
        <>
          You have one?{' '}
          <Link to={ROUTES.signIn} search={true} className={TEXT_LINK}>
            Sign in
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField
            label="First name"
            autoComplete="given-name"
            error={errors.first_name?.message}
            {...form.register('first_name')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            error={errors.last_name?.message}
            {...form.register('last_name')}
          />
        </div>
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <TextField
          label="Company (optional)"
          autoComplete="organization"
          error={errors.company_name?.message}
          {...form.register('company_name')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters, with a letter and a digit."
          error={errors.password?.message}
          {...form.register('password')}
        />
        <SubmitRow label="Create account" isBusy={isSubmitting} error={errors.root?.message} />
        <p className="text-center text-sm text-muted">
          By creating an account you accept the{' '}
          <Link to={ROUTES.terms} className={TEXT_LINK}>
            terms
          </Link>{' '}
          and the{' '}
          <Link to={ROUTES.privacyPolicy} className={TEXT_LINK}>
            privacy policy
          </Link>
          .
        </p>
      </form>
    </Entrance>
  );
}
