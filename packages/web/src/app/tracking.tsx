import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import { Rich } from '../ui/rich.tsx';
import { ROUTES } from '@packshot/contract/routes';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { answerConsent, EVENTS, readConsentQuestion, track } from '../lib/analytics/analytics.ts';
import type { Consent, ConsentQuestion } from '../lib/analytics/analytics.ts';
import { useGlobalState } from '../lib/state/global-state.ts';
import { onProductEvent } from '../lib/handover/product-events.ts';
import { Button } from '../ui/button.tsx';

/** Removes the token from the path of a password reset link, because it is a secret. */
const withoutSecret = (pathname: string): string => pathname.replace(/^(\/reset-password\/).*/, '$1');

const trackPage = (pathname: string): void =>
  void track(EVENTS.pageViewed, { path: withoutSecret(pathname) });

/** Reports each page view, and asks the visitor once for consent. Does neither if analytics is disabled. */
export function Tracking() {
  const { pathname } = useLocation();
  const [question, setQuestion] = useState<ConsentQuestion | null>(null);
  // Counts a new visitor's first page once the server has given the visitor a session.
  const hasUser = useGlobalState((state) => state.currentUser !== null);
  useEffect(() => {
    if (hasUser) trackPage(pathname);
  }, [pathname, hasUser]);
  useEffect(() => onProductEvent(() => void track(EVENTS.thirdImageGenerated)), []);
  useEffect(() => {
    let isCurrent = true;
    void readConsentQuestion().then((read) => isCurrent && setQuestion(read));
    return () => {
      isCurrent = false;
    };
  }, []);
  if (question?.answer !== null) return null;
  const answer = (consent: Consent) => {
    answerConsent(question, consent);
    setQuestion({ ...question, answer: consent });
    // Also counts the page on which the visitor answered the consent question.
    trackPage(pathname);
  };
  return (
    <section
      aria-label={t('Usage statistics')}
      className="fixed bottom-4 left-4 z-40 w-90 max-w-[calc(100vw-2rem)] animate-rise-in rounded-xl border border-line bg-raised p-5 shadow-mid max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))]"
    >
      <p className="text-sm">
        <Rich
          text={t(
            'May we count which pages and tools you use? {recipients} It never includes your pictures, your prompts or your email address. <link>Privacy</link>',
            { recipients: whereItGoes(question.recipients) },
          )}
          link={<Link to={ROUTES.privacyPolicy} className="font-medium underline underline-offset-3" />}
        />
      </p>
      <div className="mt-3.5 flex gap-2">
        <Button size="sm" onClick={() => answer('yes')}>
          {t('Yes')}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => answer('no')}>
          {t('No')}
        </Button>
      </div>
    </section>
  );
}

const listed = new Intl.ListFormat(LANGUAGE, { type: 'conjunction' });

const whereItGoes = (recipients: readonly string[]): string =>
  recipients.length === 0
    ? t('The data stays on this site’s own server.')
    : t('This site’s server stores the data and shares it with {recipients}.', {
        recipients: listed.format(recipients),
      });
