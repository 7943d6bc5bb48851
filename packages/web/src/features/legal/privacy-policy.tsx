import { hasBilling } from '../../lib/page/installation.ts';
import { REFRESH_TOKEN_TTL_S } from '@packshot/contract/accounts/limits';
import { READ_URL_TTL_S, UPLOAD_POLICY_TTL_S } from '@packshot/contract/tools/limits';
import { STORAGE_KEYS } from '../../lib/state/storage-keys.ts';
import { allowances } from '../../lib/plans/allowances.ts';
import { readCurrentUser } from '../../lib/session/current-user.ts';
import { plural } from '../../lib/page/plural.ts';
import { LegalPage } from './legal-page.tsx';
import type { LegalSection } from './legal-page.tsx';
import { useEffect, useState } from 'react';
import { answerConsent, readConsentQuestion } from '../../lib/analytics/analytics.ts';
import type { Consent, ConsentQuestion } from '../../lib/analytics/analytics.ts';
import { Button } from '../../ui/button.tsx';

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** Shows the visitor's consent to analytics, with a way to change it. Hidden if analytics is disabled. */
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
          On this site, what is counted is passed on to {listed.format(recipients)}, by our server: under a
          random number, without your address, name or network address.
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="font-medium">
          {answer === 'yes' ? 'You are counted.' : 'You are not counted.'}
        </p>
        <Button size="sm" variant="secondary" onClick={change}>
          {answer === 'yes' ? 'Stop counting me' : 'Count me'}
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
    purpose: `your session. It ends ${REFRESH_TOKEN_TTL_S / SECONDS_PER_DAY} days after you were last here, a guest’s earlier (see above).`,
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
    purpose: 'who you are to this server: for a guest, a random number.',
  },
  {
    keys: [STORAGE_KEYS.consent, STORAGE_KEYS.socialSignIn],
    purpose: 'whether you may be counted, and, for the moment, a sign-in with Google that is under way.',
  },
  {
    keys: [STORAGE_KEYS.activeTab, STORAGE_KEYS.theme],
    purpose: 'the tab you were on and the theme you chose.',
  },
  {
    keys: [STORAGE_KEYS.testMode, STORAGE_KEYS.testModeDebug],
    purpose: 'a switch for debugging, set only when you open a link that asks for it.',
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
              <code className="rounded-sm bg-fill-strong px-1.5 py-0.5 font-mono text-sm">{key}</code>
            </span>
          ))}
          : {purpose}
        </li>
      ))}
    </ul>
  );
}

/** For a returning guest, includes the ID with which the operator can find them. */
function GuestRetention() {
  const user = readCurrentUser();
  return (
    <p>
      <span>
        Without an account, everything of yours is deleted {plural(allowances().guestRetentionDays, 'day')}{' '}
        after your last visit. The operator of this server can delete it sooner
      </span>
      {user?.is_guest === true ? (
        <span>
          ; tell them your number:{' '}
          <code className="rounded-sm bg-fill-strong px-1.5 py-0.5 font-mono text-sm break-all">
            {user.id}
          </code>
          .
        </span>
      ) : (
        <span>; while you are a guest, the number to tell them is shown here.</span>
      )}
    </p>
  );
}

const SECTIONS: readonly LegalSection[] = [
  {
    title: 'Who is responsible',
    body: (
      <p>
        The person or company that runs this server. Packshot is software they installed; its authors receive
        nothing from it.
      </p>
    ),
  },
  {
    title: 'Your photos and results',
    body: (
      <>
        <p>
          A photo is stored on this server when you upload it, and so is what is made of it. Both belong to
          your session: nobody else’s session can read them. Links to them stop working after{' '}
          {READ_URL_TTL_S / SECONDS_PER_MINUTE} minutes, permissions to upload after{' '}
          {UPLOAD_POLICY_TTL_S / SECONDS_PER_MINUTE}.
        </p>
        <p>
          Results carry no location, camera or other hidden data: it is removed. Pictures are processed on
          this server and are not sent to anybody else, with one exception: where the operator has set up
          another engine, and you choose it by its name in Create, the picture and your words go to that
          engine for that one result. An unused upload is deleted after a day. What you delete from your
          history is gone for good after a quarter of an hour, with its files. The rest stays until you delete
          your account, on the account page, where you can also download all of it.
        </p>
        <GuestRetention />
      </>
    ),
  },
  {
    title: 'What is kept in your browser',
    body: (
      <>
        <p>
          There are no cookies. Your browser’s local storage holds the following entries, and the picture you
          are working on in its database, so that a reload loses nothing. Clearing this site’s data in your
          browser removes all of it.
        </p>
        <BrowserStorageList />
      </>
    ),
  },
  {
    title: 'What the server records',
    body: (
      <p>
        Your session{hasBilling() && ', the balance of generations and downloads with each change to it,'} and
        the state of each task. For a guest also a scrambled form of the network address, which only serves to
        count how {hasBilling() ? 'many free allowances went there' : 'much is made from there'}. Its log
        names requests, times and errors, and the address of whoever asks too often; tokens and picture
        contents are kept out of it.
      </p>
    ),
  },
  {
    title: 'Your account',
    body: (
      <p>
        Name, email address, company if you gave one, and your password as a hash that cannot be turned back.
        We email you only about things you asked for: to confirm your address, for a new password, for an
        invitation. If you sign in with Google, it tells this server your name and address, and learns that
        you signed in here. Deleting the account removes all of it within an hour; what remains is a scrambled
        form of the address, which only serves to{' '}
        {hasBilling() ? 'give the free allowance once' : 'recognize an account that comes back'}.
      </p>
    ),
  },
  {
    title: 'Payments',
    isOfBilling: true,
    body: (
      <p>
        You pay on Stripe’s pages: your card is never seen by this server, and no script of Stripe runs here.
        Stripe receives your email address and which account and organization buy; this server keeps which
        plan there is, until when it is paid, and a list of invoices. Where payments are a demo, nobody
        receives anything.
      </p>
    ),
  },
  {
    title: 'Trackers',
    body: (
      <>
        <p>
          This page loads nothing from other sites: no trackers, no advertising, no outside fonts. Where the
          operator has turned it on, and only if you agree, this server counts which pages and tools you use;
          if it passes that on to other services, the question names them.
        </p>
        <CountingChoice />
      </>
    ),
  },
];

export default function PrivacyPolicyPage() {
  return (
    <LegalPage
      title="Privacy policy"
      intro="What this server stores about you, where, and for how long."
      sections={SECTIONS}
    />
  );
}
