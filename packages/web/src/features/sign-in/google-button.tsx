import { t } from '@packshot/contract/text/translation';
import type { SignInOptions } from '@packshot/contract/accounts/schemas';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { startGoogleSignIn } from '../../lib/session/google-sign-in.ts';
import { Button } from '../../ui/button.tsx';

/**
 * Button to sign in with Google, above the form with a divider. Shown once the server reports that Google is
 * configured.
 */
export function GoogleButton() {
  const [google, setGoogle] = useState<SignInOptions['google']>(null);
  useEffect(() => {
    call('getSignInOptions').then(
      (options) => setGoogle(options.google),
      // If the server doesn't answer, the form still works.
      () => undefined,
    );
  }, []);
  if (google === null) return null;
  return (
    <div className="mb-6 animate-fade-in">
      <Button variant="secondary" size="lg" className="w-full" onClick={() => startGoogleSignIn(google)}>
        <GoogleMark />
        {t('Continue with Google')}
      </Button>
      <div className="mt-6 flex items-center gap-3 text-sm text-muted">
        <span className="h-px flex-1 bg-line" />
        {t('or')}
        <span className="h-px flex-1 bg-line" />
      </div>
    </div>
  );
}

function GoogleMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden>
      <path
        fill="#4285F4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path fill="#FBBC05" d="M3.97 10.71a5.4 5.4 0 0 1 0-3.42V4.96H.96a9 9 0 0 0 0 8.08l3.01-2.33z" />
      <path
        fill="#EA4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.96l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58z"
      />
    </svg>
  );
}
