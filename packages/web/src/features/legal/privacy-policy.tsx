import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import { Rich } from '../../ui/rich.tsx';
import { hasBilling } from '../../lib/page/installation.ts';
import { REFRESH_TOKEN_TTL_S } from '@packshot/contract/accounts/limits';
import { READ_URL_TTL_S, UPLOAD_POLICY_TTL_S } from '@packshot/contract/tools/limits';
import { STORAGE_KEYS } from '../../lib/state/storage-keys.ts';
import { allowances } from '../../lib/plans/allowances.ts';
import { readCurrentUser } from '../../lib/session/current-user.ts';
import { LegalPage } from './legal-page.tsx';
import type { LegalSection } from './legal-page.tsx';
import { useEffect, useState } from 'react';
import { answerConsent, readConsentQuestion } from '../../lib/analytics/analytics.ts';
import type { Consent, ConsentQuestion } from '../../lib/analytics/analytics.ts';
import { Button } from '../../ui/button.tsx';

const listed = new Intl.ListFormat(LANGUAGE, { type: 'conjunction' });

/**
 * Shows whether the visitor consented to analytics, with a way to change the answer. Hidden if analytics is disabled.
 */
function CountingChoice() {
  const [question, setQuestion] = useState<ConsentQuestion | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void readConsentQuestion().then((read) => isCurrent && setQuestion(read));
    return () => {
      isCurrent = false;
    };
  }, []);
  if (question === null) return null;
  const { answer, recipients } = question;
  const other: Consent = answer === 'yes' ? 'no' : 'yes';
  const change = () => {
    answerConsent(question, other);
    setQuestion({ ...question, answer: other });
  };
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      {recipients.length > 0 && (
        <p className="mb-2">
          {t(
            'On this site, our server shares these statistics with {recipients} under a random number, without your email address, name or IP address.',
            { recipients: listed.format(recipients) },
          )}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="font-medium">
          {answer === 'yes' ? t('Usage statistics are on.') : t('Usage statistics are off.')}
        </p>
        <Button size="sm" variant="secondary" onClick={change}>
          {answer === 'yes' ? t('Turn off usage statistics') : t('Turn on usage statistics')}
        </Button>
      </div>
    </div>
  );
}

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_DAY = 24 * 3600;

const STORED_IN_BROWSER: readonly { readonly keys: readonly string[]; readonly purpose: string }[] = [
  {
    keys: [STORAGE_KEYS.accessToken, STORAGE_KEYS.refreshToken],
    purpose: t(
      'your session. It ends {days} days after your last visit, or earlier for guests (see above).',
      { days: REFRESH_TOKEN_TTL_S / SECONDS_PER_DAY },
    ),
  },
  {
    keys: [
      STORAGE_KEYS.currentUser,
      STORAGE_KEYS.roleDetail,
      STORAGE_KEYS.isGuestUser,
      STORAGE_KEYS.isGcpUser,
      STORAGE_KEYS.calledApiCredits,
      STORAGE_KEYS.loginSuccess,
    ],
    purpose: t('who you are to this server: for a guest, a random number.'),
  },
  {
    keys: [STORAGE_KEYS.consent, STORAGE_KEYS.socialSignIn],
    purpose: t('your choice about usage statistics and, temporarily, a Google sign-in in progress.'),
  },
  {
    keys: [STORAGE_KEYS.activeTab, STORAGE_KEYS.theme],
    purpose: t('the tab you were on and the theme you chose.'),
  },
  {
    keys: [STORAGE_KEYS.testMode, STORAGE_KEYS.testModeDebug],
    purpose: t('a debugging switch, set only when you open a link that requests it.'),
  },
];

function BrowserStorageList() {
  return (
    <ul className="grid gap-2">
      {STORED_IN_BROWSER.map(({ keys, purpose }) => (
        <li key={keys[0]} className="border-l-2 border-line pl-4">
          {keys.map((key, index) => (
            <span key={key}>
              {index > 0 && ', '}
              <code translate="no" className="rounded-sm bg-fill-strong px-1.5 py-0.5 font-mono text-sm">
                {key}
              </code>
            </span>
          ))}
          : {purpose}
        </li>
      ))}
    </ul>
  );
}

/**
 * Sentence about deleting guests' data. For a guest, the sentence includes the ID with which the operator can find
 * the guest.
 */
function GuestRetention() {
  const user = readCurrentUser();
  const { guestRetentionDays: days } = allowances();
  return (
    <p>
      <Rich
        text={
          user?.is_guest === true
            ? t(
                'Without an account, all your data is deleted {days, plural, one {# day} other {# days}} after your last visit. The operator of this server can delete it sooner; give them your number: <code>{id}</code>.',
                { days, id: user.id },
              )
            : t(
                'Without an account, all your data is deleted {days, plural, one {# day} other {# days}} after your last visit. The operator of this server can delete it sooner; while you are a guest, the number to give them is shown here.',
                { days },
              )
        }
        code={
          <code
            translate="no"
            className="rounded-sm bg-fill-strong px-1.5 py-0.5 font-mono text-sm break-all"
          />
        }
      />
    </p>
  );
}

const SECTIONS: readonly LegalSection[] = [
  {
    title: t('Who is responsible'),
    body: (
      <p>
        {t(
          'The person or company that runs this server. Packshot is software they installed; its authors receive nothing from it.',
        )}
      </p>
    ),
  },
  {
    title: t('Your photos and results'),
    body: (
      <>
        <p>
          {t(
            'The photos that you upload and the results made from them are stored on this server, or in its operator’s storage service. They belong to you: no other user can read them. Links to them stop working after {linkMinutes} minutes, permissions to upload after {uploadMinutes}.',
            {
              linkMinutes: READ_URL_TTL_S / SECONDS_PER_MINUTE,
              uploadMinutes: UPLOAD_POLICY_TTL_S / SECONDS_PER_MINUTE,
            },
          )}
        </p>
        <p>
          {t(
            'Results carry no location or camera data: it is removed. The files state how they were made. Pictures are processed on this server. If the operator has set up another engine, and you choose it by name in Create, the picture and your words are sent to that engine for that one result. Catalog files are sent to a bucket only if you choose one. An unused upload is deleted after a day. Pictures that you delete from your history are permanently deleted after 15 minutes, with their files. Catalog runs are deleted 30 days after they end. The rest stays until you delete your account on the account page, where you can also download all of it.',
          )}
        </p>
        <GuestRetention />
      </>
    ),
  },
  {
    title: t('What is stored in your browser'),
    body: (
      <>
        <p>
          {t(
            'We use one cookie, set only if you choose a language: it holds that choice. Your browser’s local storage holds the following entries, and its database holds the picture that you’re working on, so that a reload loses nothing. Clearing this site’s data in your browser removes all of it.',
          )}
        </p>
        <BrowserStorageList />
      </>
    ),
  },
  {
    title: t('What the server records'),
    body: (
      <p>
        {hasBilling()
          ? t(
              'Your session, the balance of generations and downloads with each change to it, and the state of each task. For guests, also a scrambled form of the IP address, which is only used to count how many free allowances it received.',
            )
          : t(
              'Your session and the state of each task. For guests, also a scrambled form of the IP address, which is only used to count how much it is used.',
            )}{' '}
        {t(
          'Its log contains requests, times and errors, and the IP addresses of clients that send too many requests; it contains no tokens or picture contents.',
        )}
      </p>
    ),
  },
  {
    title: t('Your account'),
    body: (
      <p>
        {t(
          'Name, email address, company if you gave one, and your password as an irreversible hash. We email you only to confirm your address, to set a new password or tell you that it was changed, to invite you to an organization, and to tell its owners and admins that a webhook was disabled. If you sign in with Google, Google tells this server your name and address, and learns that you signed in here.',
        )}{' '}
        {hasBilling()
          ? t(
              'Deleting the account removes all of it within an hour; what remains is a scrambled form of the address, which is only used to give the free allowance once.',
            )
          : t(
              'Deleting the account removes all of it within an hour; what remains is a scrambled form of the address, which is only used to recognize a returning account.',
            )}
      </p>
    ),
  },
  {
    title: t('Payments'),
    isOfBilling: true,
    body: (
      <p>
        {t(
          'You pay on Stripe’s pages: this server never sees your card, and no Stripe scripts run here. Stripe receives your email address, and which account and organization are paying. This server stores your plan, the date until which it is paid, and a list of invoices. If payments are a demo, no data is sent to Stripe.',
        )}
      </p>
    ),
  },
  {
    title: t('Trackers'),
    body: (
      <>
        <p>
          {t(
            'This page loads nothing from other sites: no trackers, no advertising, no outside fonts. If the operator has turned on usage statistics, and only if you agree, this server counts which pages and tools you use; if it shares that with other services, the question names them.',
          )}
        </p>
        <CountingChoice />
      </>
    ),
  },
];

export default function PrivacyPolicyPage() {
  return (
    <LegalPage
      title={t('Privacy policy')}
      intro={t('What this server stores about you, where, and for how long.')}
      sections={SECTIONS}
    />
  );
}
