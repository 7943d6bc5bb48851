import { t } from '@packshot/contract/text/translation';
import { canSignUp } from '../../lib/page/installation.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { loginRequestSchema } from '@packshot/contract/accounts/schemas';
import type { LoginRequest } from '@packshot/contract/accounts/schemas';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { errorOfResponse, getErrorMessage, request } from '../../lib/api/api-client.ts';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { readGoogleReturn, finishGoogleSignIn } from '../../lib/session/google-sign-in.ts';
import { keepInvitation, readInvitation } from '../../lib/session/invitation.ts';
import { completeSignIn, failSignIn } from '../../lib/session/sign-in.ts';
import { FormPasswordField, FormTextField } from '../../ui/form-fields.tsx';
import { Entrance, TEXT_LINK } from './entrance.tsx';
import { GoogleButton } from './google-button.tsx';
import { showSignInRefusal } from './show-refusal.ts';
import type { Marks } from './show-refusal.ts';
import { SubmitRow } from './submit-row.tsx';
import { isCorrectable } from './use-submit.ts';
import { useLeaveWhenSignedIn } from './use-leave-when-signed-in.ts';
import { VerifyEmail } from './verify-email.tsx';
import { CircleCheck, CircleX } from 'lucide';
import { whileProcessing } from '../../lib/state/page-loader.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FullScreenLoader } from '../../ui/full-screen-loader.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Rich } from '../../ui/rich.tsx';
import { ERRORS } from '@packshot/contract/errors';
import { solveCaptcha } from '../../lib/captcha/captcha.ts';
import { readDeviceTokens } from '../../lib/session/known-device.ts';

/**
 * Sends email address and password with the device tokens of earlier sign-ins in this browser. If the server requires
 * a captcha, shows the captcha and sends the form again.
 * @throws {ApiError} if the server doesn't answer, or the user doesn't solve the captcha
 */
async function signInByPassword(form: LoginRequest): Promise<Response> {
  const body = { ...form, device_tokens: readDeviceTokens() };
  const response = await request('login', { body });
  if (response.status !== ERRORS.CAPTCHA_REQUIRED.status) return response;
  return request('login', { body, captcha: await solveCaptcha() });
}

export default function SignInPage() {
  const verification = useLinkToken('verify-email');
  const marketplace = useLinkToken('marketplace');
  const invitation = useInvitation();
  const isMember = useGlobalState((state) => state.currentUser?.is_guest === false);
  const [returned] = useState(readGoogleReturn);
  if (verification !== null) return <VerifyEmail token={verification} />;
  if (marketplace !== null) return <MarketplaceReturn token={marketplace} />;
  if (returned !== null) return <GoogleReturn returned={returned} />;
  if (invitation !== null && isMember) {
    return <JoinOrganization token={invitation} onDone={() => keepInvitation(null)} />;
  }
  return <SignIn isInvited={invitation !== null} />;
}

/**
 * Token of an invitation, from the link that the user opened now, or from one that the guest opened before signing in.
 */
function useInvitation(): string | null {
  const linked = useLinkToken('invitation');
  useEffect(() => {
    if (linked !== null) keepInvitation(linked);
  }, [linked]);
  return linked ?? readInvitation();
}

const MARKS: Marks<LoginRequest> = {
  WRONG_CREDENTIALS: { field: 'password', message: ACCOUNT_MESSAGES.checkAddressAndPassword },
};

function SignIn({ isInvited }: { readonly isInvited: boolean }) {
  const form = useForm<LoginRequest>({
    resolver: zodResolver(loginRequestSchema),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  useLeaveWhenSignedIn();
  const isGuest = useGlobalState((state) => state.currentUser?.is_guest === true);

  const submit = async (body: LoginRequest) => {
    try {
      const response = await signInByPassword(body);
      if (response.ok) await completeSignIn(response);
      else throw await errorOfResponse(response);
    } catch (error) {
      // Stays on the form only for errors that the user can correct.
      if (!isCorrectable(error)) return failSignIn(error instanceof Error ? error.message : '');
      showSignInRefusal(form, error, MARKS);
    }
  };

  return (
    <Entrance
      title={t('Sign in')}
      intro={
        isInvited
          ? t('Sign in with the email address that was invited, or create an account with it.')
          : t('Good to see you again.')
      }
      footer={
        <>
          {canSignUp() && (
            <Rich
              text={t('New here? <link>Create an account</link>')}
              link={<Link to={ROUTES.signUp} search={true} className={TEXT_LINK} />}
            />
          )}
          {isGuest && (
            <p className="mt-3 text-sm">
              {t('Your guest work moves with you, whether you sign in or create an account.')}
            </p>
          )}
        </>
      }
    >
      <GoogleButton />
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} className="grid gap-5">
        <FormTextField
          form={form}
          name="email"
          label={t('Email address')}
          type="email"
          autoComplete="username"
        />
        <div>
          <FormPasswordField
            form={form}
            name="password"
            label={t('Password')}
            autoComplete="current-password"
          />
          <p className="mt-2 text-right text-sm">
            <Link to={ROUTES.forgotPassword} className={TEXT_LINK}>
              {t('Forgot your password?')}
            </Link>
          </p>
        </div>
        <SubmitRow label={t('Sign in')} isBusy={isSubmitting} error={errors.root?.message} />
      </form>
    </Entrance>
  );
}

/** Page to which Google returns the user, shown while signing in takes place. */
function GoogleReturn({ returned }: { readonly returned: URLSearchParams }) {
  const isStarted = useRef(false);
  const isMember = useGlobalState((state) => state.currentUser?.is_guest === false);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    // React may run the effect twice, but a token works only once.
    if (isStarted.current) return;
    isStarted.current = true;
    history.replaceState(history.state, '', location.pathname);
    void whileProcessing(() => finishGoogleSignIn(returned)).finally(() => setIsOver(true));
  }, [returned]);
  if (!isOver) return <FullScreenLoader />;
  // Shown if the browser doesn't allow the sign-in window to close itself.
  return isMember ? (
    <EmptyState icon={CircleCheck} level={1} title={t('You are signed in')}>
      {t('You can close this window.')}
    </EmptyState>
  ) : (
    <EmptyState icon={CircleX} level={1} title={t('You are not signed in')}>
      {t('You can close this window and try again.')}
    </EmptyState>
  );
}

function JoinOrganization({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const join = async () => {
    setIsBusy(true);
    try {
      const response = await request('acceptInvitation', { body: { token } });
      if (!response.ok) throw await errorOfResponse(response);
      onDone();
      await completeSignIn(response, { path: `${ROUTES.home}?tab=account#organization` });
    } catch (error) {
      setFailure(getErrorMessage(error));
      setIsBusy(false);
    }
  };
  return (
    <Entrance
      title={t('Join the organization')}
      intro={t(
        'Your work and your credits stay yours. If you are the only member of your current organization, it closes and its plan ends.',
      )}
    >
      {failure !== null && (
        <Notice tone="error" className="mb-5">
          {failure}
        </Notice>
      )}
      <Button size="lg" className="w-full" loading={isBusy} onClick={() => void join()}>
        {t('Join')}
      </Button>
    </Entrance>
  );
}

/** Page to which Google Cloud Marketplace returns the user, shown while signing in takes place. */
function MarketplaceReturn({ token }: { readonly token: string }) {
  const isStarted = useRef(false);
  useEffect(() => {
    // React may run the effect twice, but the token works only once.
    if (isStarted.current) return;
    isStarted.current = true;
    whileProcessing(async () => {
      const response = await request('registerSocial', { body: { provider: 'gcp', access_token: token } });
      await completeSignIn(response);
    }).catch((error: unknown) => failSignIn(getErrorMessage(error)));
  }, [token]);
  return <FullScreenLoader />;
}

const TOKEN = /^[\w-]{43}$/;

/**
 * Token from a link in a mail, read from the fragment (`#…`) of the address, which browsers don't send to servers. The
 * token is removed from the address at once, so that neither the browser's history nor a screenshot contains it.
 */
function useLinkToken(name: string): string | null {
  const [token] = useState(() => {
    const value = new URLSearchParams(location.hash.slice(1)).get(name);
    return value !== null && TOKEN.test(value) ? value : null;
  });
  useEffect(() => {
    if (token !== null) history.replaceState(history.state, '', location.pathname + location.search);
  }, [token]);
  return token;
}
