import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../lib/page/installation.ts';
import { Gift, RotateCcw, Server, ShieldCheck } from 'lucide';
import type { Allowances } from '@packshot/contract/credits/allowances';
import type { IconNode } from 'lucide';
import { allowances } from '../../lib/plans/allowances.ts';
import { Icon } from '../../ui/icon.tsx';

interface Fact {
  /** Set for facts about prices, which are hidden on a server without billing. */
  readonly isOfBilling?: true;
  readonly icon: IconNode;
  readonly title: string;
  readonly text: string;
}

const facts = ({ guestGenerations, guestDownloads, guestRetentionDays }: Allowances): readonly Fact[] => [
  {
    isOfBilling: true,
    icon: Gift,
    title: t('Free to try'),
    text: t(
      '{guestGenerations, plural, one {# generation} other {# generations}} and {guestDownloads, plural, one {# download} other {# downloads}} without an account. Downloading the same picture again is free.',
      { guestGenerations, guestDownloads },
    ),
  },
  {
    isOfBilling: true,
    icon: RotateCcw,
    title: t('Failures are free'),
    text: t('A generation that fails, or that you cancel before its first picture, doesn’t count.'),
  },
  {
    icon: ShieldCheck,
    title: t('Kept private'),
    text: t(
      'Only you can see your photos, through links that expire. Results carry no location or camera data. Without an account, everything is deleted {guestRetentionDays, plural, one {# day} other {# days}} after your last visit.',
      { guestRetentionDays },
    ),
  },
  {
    icon: Server,
    title: t('Runs on your own server'),
    text: t('One command, no GPU, no outside service. By default nothing leaves the machine it runs on.'),
  },
];

const shownFacts = (): readonly Fact[] =>
  facts(allowances()).filter(({ isOfBilling }) => isOfBilling !== true || hasBilling());

export function Facts() {
  return (
    <section className="mx-auto w-full max-w-page px-6 py-14 max-md:px-4 max-md:py-10">
      <h2 className="sr-only">{t('Good to know')}</h2>
      <ul className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {shownFacts().map((fact) => (
          <li key={fact.title}>
            <Icon of={fact.icon} sizePx={20} />
            <h3 className="mt-3 text-base font-semibold">{fact.title}</h3>
            <p className="mt-1 text-base text-muted">{fact.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
