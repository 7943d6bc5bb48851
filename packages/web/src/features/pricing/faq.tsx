import { GUEST_FREE_DOWNLOADS, GUEST_FREE_GENERATIONS } from '@packshot/contract/limits';
import { ChevronDown } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';

const QUESTIONS: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'What is a credit?',
    answer: 'One download of one picture at full size. Downloading the same picture again is free.',
  },
  {
    question: 'What do I pay for a picture that goes wrong?',
    answer:
      'Nothing. A generation is counted when it succeeds; one that fails or is cancelled is given back.',
  },
  {
    question: 'Can I try it first?',
    answer: `Yes: ${GUEST_FREE_GENERATIONS} generations and ${GUEST_FREE_DOWNLOADS} downloads, without an account.`,
  },
  {
    question: 'How are yearly plans billed?',
    answer: 'Once a year, for twelve months at the price shown. The credits still arrive every month.',
  },
  {
    question: 'Why can I not subscribe here?',
    answer: 'Whoever runs this server has not set up payments. Everything else works without them.',
  },
];

export function Faq() {
  return (
    <section className="mt-16 grid gap-x-16 gap-y-5 lg:grid-cols-[1fr_2fr]">
      <h2 className="text-2xl font-bold tracking-headline">Questions</h2>
      <div className="border-t border-line">
        {QUESTIONS.map(({ question, answer }) => (
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
