import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../lib/page/installation.ts';
import { ROUTES } from '@packshot/contract/routes';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { getErrorMessage } from '../../lib/api/api-error.ts';
import { refreshCredits } from '../../lib/plans/credits.ts';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { showToast } from '../../lib/state/toast.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GuestWall } from './guest-wall.tsx';
import { SECTIONS } from './section-list.ts';
import type { AccountSection } from './section-list.ts';

/** Account page: a list of sections, each in its own script; guests see a substitute for most of them. */
export default function AccountPage() {
  const isGuest = useGlobalState((state) => state.currentUser?.is_guest ?? true);
  const sections = SECTIONS.filter(
    ({ isForGuests, isOfBilling }) => (!isGuest || isForGuests) && (isOfBilling !== true || hasBilling()),
  );
  const { hash } = useLocation();
  const requestedSection = SECTIONS.find(({ id, guestTitle }) => id === hash && guestTitle !== undefined);
  useEffect(() => {
    refreshCredits().catch((error: unknown) => showToast('error', getErrorMessage(error)));
  }, []);
  useScrollToSection();
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-x-12 px-6 pt-10 pb-16 max-md:px-4 max-md:pt-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <h1 className="text-2xl font-bold tracking-headline lg:col-span-2">{t('Account')}</h1>
      <SectionLinks sections={sections} />
      <div className="mt-6 grid grid-cols-1 gap-4">
        {isGuest && (
          <GuestWall
            title={requestedSection?.guestTitle}
            next={requestedSection && `${ROUTES.home}?tab=account#${requestedSection.id}`}
          />
        )}
        {sections.map((section) => (
          <SectionCard key={section.id} section={section} />
        ))}
      </div>
    </div>
  );
}

function SectionLinks({ sections }: { readonly sections: readonly AccountSection[] }) {
  return (
    <nav aria-label={t('Sections')} className="sticky top-20 mt-6 hidden self-start lg:block">
      <ul className="grid gap-0.5">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="block rounded-md px-3 py-1.5 text-sm font-medium text-muted transition-colors hover:bg-fill hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SectionCard({ section: { id, title, Content } }: { readonly section: AccountSection }) {
  return (
    <Card id={id} className="scroll-mt-20 p-6 max-md:p-5">
      <section aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`} className="mb-4 text-base font-semibold">
          {title}
        </h2>
        <Suspense fallback={<Skeleton className="h-24" />}>
          <Content />
        </Suspense>
      </section>
    </Card>
  );
}

/**
 * Scrolls to the section that the address names, such as `#plan`. The section doesn't exist yet when the browser reads
 * the address.
 */
function useScrollToSection(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
}
