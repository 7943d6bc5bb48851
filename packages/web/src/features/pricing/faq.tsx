import type { Allowances } from '@packshot/contract/allowances';
import { ChevronDown } from 'lucide-react';
import { allowances } from '../../lib/allowances.ts';
import { plural } from '../../lib/plural.ts';
import { freeToTry } from './free-to-try.ts';
import { Icon } from '../../ui/icon.tsx';

interface Question {
  readonly question: string;
  readonly answer: string;
}

const questionsFor = (given: Allowances): readonly Question[] => [
  {
    question: 'What is a credit?',
    answer: 'One download of one picture at full size. Downloading the same picture again is free.',
  },
  {
    question: 'What becomes of credits that I do not use?',
    answer: 'They stay. They do not expire at the end of the month, and not when you cancel either.',
  },
  {
    question: 'What does unlimited mean?',
    answer: `Making, changing and enlarging pictures costs nothing on a plan. Fair use is ${given.subscriberGenerationsPerDay} a day, many more than anybody makes by hand.`,
  },
  {
    question: 'What do I pay for a picture that goes wrong?',
    answer:
      'Nothing. Without a plan, a generation is counted when it succeeds; one that fails or is cancelled is given back.',
  },
  {
    question: 'Can I try it first?',
    answer: `Yes: ${freeToTry(given)}`,
  },
  {
    question: 'How long are my pictures kept?',
    answer: `With an account, until you delete them, or the account. Without one, ${plural(given.guestRetentionDays, 'day')} after your last visit.`,
  },
  {
    question: 'How are yearly plans billed?',
    answer: 'Once a year, for twelve months at the price shown. The credits still arrive every month.',
  },
  {
    question: 'Can I change or cancel?',
    answer:
      'At any time, in your account. A better plan starts at once, and you pay the difference for the rest of the period. After cancelling, the plan lasts until the end of what is paid.',
  },
  {
    question: 'Who is a plan for?',
    answer: 'For one user, who may belong to an organisation. For a team, talk to us about a Custom plan.',
  },
];
const NOT_SOLD: Question = {
  question: 'Why can I not subscribe here?',
  answer: 'Whoever runs this server has not set up payments. Everything else works without them.',
};
const currencyQuestion = (currency: string): Question => ({
  question: 'Which currency are the prices in?',
  answer: `All prices are in ${new Intl.DisplayNames('en', { type: 'currency' }).of(currency.toUpperCase()) ?? currency.toUpperCase()} (${currency.toUpperCase()}).`,
});

export interface FaqProps {
  /** Null while it is not known. */
  readonly currency: string | null;
  readonly isSold: boolean;
}

export function Faq({ currency, isSold }: FaqProps) {
  const questions = [
    ...questionsFor(allowances()),
    ...(currency === null ? [] : isSold ? [currencyQuestion(currency)] : [NOT_SOLD]),
  ];
  return (
    <section className="mt-16 grid gap-x-16 gap-y-5 lg:grid-cols-[1fr_2fr]">
      <h2 className="text-2xl font-bold tracking-headline">Questions</h2>
      <div className="border-t border-line">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-b border-line">
            <summary className="flex list-none items-center justify-between gap-4 py-4 text-base font-semibold [&::-webkit-details-marker]:hidden">
              {question}
              <Icon
                of={ChevronDown}
                className="shrink-0 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="max-w-2xl pb-5 text-base text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
