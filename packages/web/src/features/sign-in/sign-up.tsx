import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import { Check } from 'lucide';
import { Icon } from '../../ui/icon.tsx';
import { Rich } from '../../ui/rich.tsx';
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

export default function SignUpPage() {
  return canSignUp() ? <SignUp /> : <Closed />;
}

function Closed() {
  return (
    <Entrance title={t('Sign-up is closed')} intro={ACCOUNT_MESSAGES.signUpClosed} footer={<SignInLink />}>
      {null}
    </Entrance>
  );
}

const SignInLink = () => (
  <Rich
    text={t('Already have an account? <link>Sign in</link>')}
    link={<Link to={ROUTES.signIn} search={true} className={TEXT_LINK} />}
  />
);

const confirmWords = (): string =>
  hasBilling() ? ACCOUNT_MESSAGES.confirmYourAddress : ACCOUNT_MESSAGES.confirmAddressOnly;

/** Benefits of an account, and who may sign up. */
function Benefits() {
  const { memberGenerations, memberDownloads } = allowances();
  const admitted = ADMITTED[installation().signUp];
  const benefits = [
    ...(hasBilling()
      ? [
          t(
            '{memberGenerations, plural, one {# generation} other {# generations}} and {memberDownloads, plural, one {# download} other {# downloads}} free, once your address is confirmed',
            { memberGenerations, memberDownloads },
          ),
          t('No payment card needed'),
        ]
      : []),
    t('Your work is kept in your history'),
    t('Only you can see your photos and results'),
  ];
  return (
    <>
      <ul className="space-y-1">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex gap-2">
            <Icon of={Check} sizePx={16} className="mt-1 shrink-0 text-success" />
            {benefit}
          </li>
        ))}
      </ul>
      {admitted !== undefined && <p className="mt-2">{admitted}</p>}
    </>
  );
}

const ADMITTED: Readonly<Partial<Record<SignUpKind, string>>> = {
  invited: t('This server is invitation-only: use the address that your invitation was sent to.'),
  domain: t('This server only accepts work addresses, and asks you to confirm yours.'),
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
      // Waits for the guest session, because a guest who registers keeps their generations.
      await ensureSession().catch(() => undefined);
      const response = await request('register', {
        body: { ...body, language: LANGUAGE },
        captcha: await solveCaptcha(),
      });
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
    <Entrance title={t('Create an account')} intro={<Benefits />} footer={<SignInLink />}>
      <GoogleButton />
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <FormTextField form={form} name="first_name" label={t('First name')} autoComplete="given-name" />
          <FormTextField form={form} name="last_name" label={t('Last name')} autoComplete="family-name" />
        </div>
        <FormTextField
          form={form}
          name="email"
          label={t('Email address')}
          type="email"
          autoComplete="username"
        />
        <FormTextField
          form={form}
          name="company_name"
          label={t('Company (optional)')}
          autoComplete="organization"
        />
        <FormPasswordField form={form} name="password" label={t('Password')} {...NEW_PASSWORD} />
        <SubmitRow label={t('Create account')} isBusy={isSubmitting} error={errors.root?.message} />
        <p className="text-center text-sm text-muted">
          <Rich
            text={t(
              'By creating an account you accept the <terms>terms</terms> and the <privacy>privacy policy</privacy>.',
            )}
            terms={<Link to={ROUTES.terms} className={TEXT_LINK} />}
            privacy={<Link to={ROUTES.privacyPolicy} className={TEXT_LINK} />}
          />
        </p>
      </form>
    </Entrance>
  );
}
