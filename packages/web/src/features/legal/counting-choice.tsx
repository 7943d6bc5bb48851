import { useEffect, useState } from 'react';
import { answerConsent, readConsentQuestion } from '../../lib/analytics/analytics.ts';
import type { Consent, ConsentQuestion } from '../../lib/analytics/analytics.ts';
import { Button } from '../../ui/button.tsx';

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** The visitor's answer about being counted, with a way to change it. Hidden where nothing is counted. */
export function CountingChoice() {
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
