import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import type { Allowances } from '@packshot/contract/credits/allowances';
import { ChevronDown } from 'lucide';
import { allowances } from '../../lib/plans/allowances.ts';
import { freeToTry } from './free-to-try.ts';
import { Icon } from '../../ui/icon.tsx';

interface FaqEntry {
  readonly question: string;
  readonly answer: string;
}

const questionsFor = (freeAllowances: Allowances): readonly FaqEntry[] => [
  {
    question: t('What is a credit?'),
    answer: t(
      'One download of one picture at full size. Downloading the same picture again is free, here and by API.',
    ),
  },
  {
    question: t('What happens to credits I don’t use?'),
    answer: t('They roll over. They don’t expire at the end of the month, or when you cancel.'),
  },
  {
    question: t('What does unlimited mean?'),
    answer: t(
      'Creating, editing and upscaling pictures costs nothing on a plan. Fair use is {generations} a day, far more than you would make by hand.',
      { generations: freeAllowances.subscriberGenerationsPerDay },
    ),
  },
  {
    question: t('What do I pay when a picture goes wrong?'),
    answer: t('Nothing. Without a plan, a generation counts only once its first picture is ready.'),
  },
  {
    question: t('Can I try it first?'),
    answer: t('Yes: {offer}', { offer: freeToTry(freeAllowances) }),
  },
  {
    question: t('How long are my pictures kept?'),
    answer: t(
      'With an account, until you delete them or your account. Without one, {days, plural, one {# day} other {# days}} after your last visit.',
      { days: freeAllowances.guestRetentionDays },
    ),
  },
  {
    question: t('How are yearly plans billed?'),
    answer: t('Once a year, for twelve months at the price shown. The credits still arrive every month.'),
  },
  {
    question: t('Can I change or cancel?'),
    answer: t(
      'At any time, in your account. An upgrade starts right away, and you pay the difference for the rest of the period. If you cancel, your plan runs to the end of the period you paid for.',
    ),
  },
  {
    question: t('Who is a plan for?'),
    answer: t('For one user, who may belong to an organization. For a team, talk to us about a Custom plan.'),
  },
];
const NOT_SOLD: FaqEntry = {
  question: t('Why can’t I subscribe here?'),
  answer: t('The operator of this server hasn’t set up payments. Everything else works without them.'),
};
function currencyQuestion(currency: string): FaqEntry {
  const code = currency.toUpperCase();
  const name = new Intl.DisplayNames(LANGUAGE, { type: 'currency' }).of(code) ?? code;
  return {
    question: t('Which currency are the prices in?'),
    answer: t('All prices are in {currency} ({code}).', { currency: name, code }),
  };
}

export interface FaqProps {
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
      <h2 className="text-2xl font-bold tracking-headline">{t('Questions')}</h2>
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
