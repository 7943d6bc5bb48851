import { zodResolver } from '@hookform/resolvers/zod';
import { loginRequestSchema } from '@packshot/contract/accounts';
import type { LoginRequest } from '@packshot/contract/accounts';
import { ROUTES } from '@packshot/contract/tabs';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { errorFromAnswer, request } from '../../lib/api-client.ts';
import { useGlobalState } from '../../lib/global-state.ts';
import { completeSignIn, failSignIn } from '../../lib/sign-in.ts';
import { showToast } from '../../lib/toast.ts';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { Entrance, TEXT_LINK } from './entrance.tsx';
import { SubmitRow } from './submit-row.tsx';
import { isCorrectable, showRefusal } from './use-submit.ts';
import { useLinkToken } from './use-link-token.ts';
import { VerifyEmail } from './verify-email.tsx';

export default function SignInPage() {
  const verification = useLinkToken('verify-email');
  return verification === null ? <SignIn /> : <VerifyEmail token={verification} />;
}

function SignIn() {
  const form = useForm<LoginRequest>({
    resolver: zodResolver(loginRequestSchema),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const isGuest = useGlobalState((state) => state.currentUser?.is_guest === true);

  const submit = async (body: LoginRequest) => {
    try {
      const response = await request('login', { body });
      if (response.ok) await completeSignIn(response);
      else throw errorFromAnswer(response.status, await response.text());
    } catch (error) {
      // Only what the person can correct keeps them here.
      if (!isCorrectable(error)) return failSignIn(error instanceof Error ? error.message : '');
      showToast('error', error.message);
      showRefusal(form, error, { WRONG_CREDENTIALS: 'password' });
    }
  };

  return (
    <Entrance
      title="Sign in"
      intro="Good to see you again."
      footer={
        <>
          New here?{' '}
          <Link to={ROUTES.signUp} search={true} className={TEXT_LINK}>
            Create an account
          </Link>
          {isGuest && (
            <p className="mt-3 text-sm">
              What you made as a guest stays with this visit. Creating an account keeps it.
            </p>
          )}
        </>
      }
    >
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} className="grid gap-5">
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <div>
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password')}
          />
          <p className="mt-2 text-right text-sm">
            <Link to={ROUTES.forgotPassword} className={TEXT_LINK}>
              Forgot your password?
            </Link>
          </p>
        </div>
        <SubmitRow label="Sign in" isBusy={isSubmitting} error={errors.root?.message} />
      </form>
    </Entrance>
  );
}
