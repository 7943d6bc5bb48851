import type { SignUp as SignUpKind } from '@packshot/contract/service/installation';
import { canSignUp, hasBilling, installation, sendsMails } from '../../lib/page/installation.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { registerRequestSchema } from '@packshot/contract/accounts/schemas';
import type { RegisterRequest } from '@packshot/contract/accounts/schemas';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { allowances } from '../../lib/plans/allowances.ts';
import { EVENTS, track } from '../../lib/analytics/analytics.ts';
import { errorOfResponse, request } from '../../lib/api/api-client.ts';
import { solveCaptcha } from '../../lib/captcha/captcha.ts';
import { plural } from '../../lib/page/plural.ts';
import { ensureSession } from '../../lib/session/session.ts';
import { completeSignIn, failSignIn } from '../../lib/session/sign-in.ts';
import { showToast } from '../../lib/state/toast.ts';
import { FormPasswordField, FormTextField } from '../../ui/form-fields.tsx';
import { NEW_PASSWORD } from './new-password.ts';
import { Entrance, TEXT_LINK } from './entrance.tsx';
import { GoogleButton } from './google-button.tsx';
import { showSignInRefusal } from './show-refusal.ts';
import type { Marks } from './show-refusal.ts';
import { SubmitRow } from './submit-row.tsx';
import { useLeaveWhenSignedIn } from './use-leave-when-signed-in.ts';
import { isCorrectable } from './use-submit.ts';

const MARKS: Marks<RegisterRequest> = {
  EMAIL_TAKEN: { field: 'email', message: ACCOUNT_MESSAGES.addressInUse },
};

/** Sign-up form, or the reason why sign-up is closed. */
export default function SignUpPage() {
  return canSignUp() ? <SignUp /> : <Closed />;
}

function Closed() {
  return (
    <Entrance title="Sign-up is closed" intro={ACCOUNT_MESSAGES.signUpClosed} footer={<SignInLink />}>
      {null}
    </Entrance>
  );
}

const SignInLink = () => (
  <>
    Already have an account?{' '}
    <Link to={ROUTES.signIn} search={true} className={TEXT_LINK}>
      Sign in
    </Link>
  </>
);

const confirmWords = (): string =>
  hasBilling() ? ACCOUNT_MESSAGES.confirmYourAddress : ACCOUNT_MESSAGES.confirmAddressOnly;

/** Benefits of an account, and who may sign up. */
function formatIntro(): string {
  const { memberGenerations, memberDownloads } = allowances();
  const freeOffer = `, and get ${plural(memberGenerations, 'generation')} and ${plural(memberDownloads, 'download')} free`;
  return `Keep your work${hasBilling() ? freeOffer : ''}.${ADMITTED[installation().signUp]}`;
}

const ADMITTED: Readonly<Record<SignUpKind, string>> = {
  open: '',
  invited: ' This server is invitation-only: use the address that your invitation was sent to.',
  domain: ' This server only accepts work addresses, and asks you to confirm yours.',
  closed: '',
};

function SignUp() {
  const form = useForm<RegisterRequest>({
    resolver: zodResolver(registerRequestSchema),
    defaultValues: { email: '', password: '', first_name: '', last_name: '', company_name: '' },
  });
  const { errors, isSubmitting } = form.formState;
  useLeaveWhenSignedIn();

  const submit = async (body: RegisterRequest) => {
    try {
      // A guest who registers keeps their generations, so wait for the guest session of this visit first.
      await ensureSession().catch(() => undefined);
      const response = await request('register', { body, captcha: await solveCaptcha() });
      if (!response.ok) throw await errorOfResponse(response);
      if (!(await completeSignIn(response))) return;
      if (sendsMails()) showToast('success', confirmWords());
      void track(EVENTS.signedUp);
    } catch (error) {
      if (!isCorrectable(error)) return failSignIn(error instanceof Error ? error.message : '');
      showSignInRefusal(form, error, MARKS);
    }
  };

  return (
    <Entrance title="Create an account" intro={formatIntro()} footer={<SignInLink />}>
      <GoogleButton />
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <FormTextField form={form} name="first_name" label="First name" autoComplete="given-name" />
          <FormTextField form={form} name="last_name" label="Last name" autoComplete="family-name" />
        </div>
        <FormTextField form={form} name="email" label="Email address" type="email" autoComplete="username" />
        <FormTextField
          form={form}
          name="company_name"
          label="Company (optional)"
          autoComplete="organization"
        />
        <FormPasswordField form={form} name="password" label="Password" {...NEW_PASSWORD} />
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
