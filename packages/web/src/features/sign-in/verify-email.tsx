import { t } from '@packshot/contract/text/translation';
import type { VerifyEmailResponse } from '@packshot/contract/accounts/schemas';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call, getErrorMessage } from '../../lib/api/api-client.ts';
import { refreshCredits } from '../../lib/plans/credits.ts';
import { readCurrentUser } from '../../lib/session/current-user.ts';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { useResendVerification } from '../../lib/session/resend-verification.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Entrance } from './entrance.tsx';
import { requestUserInfo } from '../../lib/state/shell-signals.ts';

type VerificationOutcome = { readonly answer: VerifyEmailResponse } | { readonly failure: string } | null;

export function VerifyEmail({ token }: { readonly token: string }) {
  const [outcome, setOutcome] = useState<VerificationOutcome>(null);
  const isSent = useRef(false);
  const isMember = useGlobalState((state) => state.currentUser?.is_guest === false);
  useEffect(() => {
    // React may run the effect twice, but a link works only once.
    if (isSent.current) return;
    isSent.current = true;
    call('verifyEmail', { body: { token } })
      .then((answer) => {
        setOutcome({ answer });
        // The user may open the link in a browser where another user is signed in, or none.
        if (readCurrentUser()?.is_guest === false) requestUserInfo();
        return refreshCredits();
      })
      .catch((error: unknown) => setOutcome((before) => before ?? { failure: getErrorMessage(error) }));
  }, [token]);

  return (
    <Entrance title={t('Confirm your address')}>
      {outcome === null && <Skeleton className="h-16" />}
      {outcome !== null && 'answer' in outcome && (
        <>
          <Notice tone="success">
            {ACCOUNT_MESSAGES.emailVerified}{' '}
            {outcome.answer.granted && t('Your free generations and downloads are in your account.')}
          </Notice>
          <Link
            to={isMember ? ROUTES.studio : ROUTES.signIn}
            className={`${buttonClasses('primary', 'lg')} mt-6 w-full`}
          >
            {isMember ? t('Go to the studio') : t('Sign in')}
          </Link>
        </>
      )}
      {outcome !== null && 'failure' in outcome && (
        <>
          <Notice tone="error">{outcome.failure}</Notice>
          {isMember ? (
            <ResendButton />
          ) : (
            <Link to={ROUTES.signIn} className={`${buttonClasses('secondary', 'lg')} mt-6 w-full`}>
              {t('Sign in to get a new link')}
            </Link>
          )}
        </>
      )}
    </Entrance>
  );
}

function ResendButton() {
  const { isBusy, resend } = useResendVerification();
  return (
    <Button size="lg" loading={isBusy} onClick={() => void resend()} className="mt-6 w-full">
      {t('Send a new link')}
    </Button>
  );
}
