import {
  GUEST_FREE_DOWNLOADS,
  GUEST_FREE_GENERATIONS,
  MEMBER_FREE_DOWNLOADS,
  MEMBER_FREE_GENERATIONS,
} from '@packshot/contract/limits';
import { ROUTES } from '@packshot/contract/tabs';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { refreshCredits } from '../../lib/credits.ts';
import { readCurrentUser } from '../../lib/current-user.ts';
import { useGlobalState } from '../../lib/global-state.ts';
import { chooseTheme, useThemeChoice } from '../../lib/theme.ts';
import { showToast } from '../../lib/toast.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export default function AccountPage() {
  useEffect(() => {
    refreshCredits().catch((error: unknown) => showToast('error', messageOf(error)));
  }, []);
  return (
    <div className="mx-auto w-full max-w-3xl px-6 pt-10 pb-16 max-md:px-4 max-md:pt-6">
      <h1 className="text-2xl font-bold tracking-headline">Account</h1>
      <div className="mt-6 grid gap-4">
        <Section title="What is left">
          <Balances />
        </Section>
        <Section title="Session">
          <SessionFacts />
        </Section>
        <Section title="Appearance">
          <ThemePicker />
        </Section>
      </div>
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card className="p-6 max-md:p-5">
      <h2 className="mb-4 text-base font-semibold">{title}</h2>
      {children}
    </Card>
  );
}

function Balances() {
  const isKnown = useGlobalState((state) => state.areCreditsKnown);
  const generations = useGlobalState((state) => state.currentFreemiumCredits);
  const downloads = useGlobalState((state) => state.currentAvailableDownloadImageCount);
  const isGuest = readCurrentUser()?.is_guest ?? true;
  const maxGenerations = isGuest ? GUEST_FREE_GENERATIONS : MEMBER_FREE_GENERATIONS;
  const maxDownloads = isGuest ? GUEST_FREE_DOWNLOADS : MEMBER_FREE_DOWNLOADS;
  if (!isKnown) {
    return (
      <div className="grid gap-6 sm:grid-cols-2">
        <Skeleton className="h-8.5" />
        <Skeleton className="h-8.5" />
      </div>
    );
  }
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <Meter
          label="Generations"
          value={generations}
          max={maxGenerations}
          valueText={`${generations} left`}
        />
        <Meter label="Downloads" value={downloads} max={maxDownloads} valueText={`${downloads} left`} />
      </div>
      <p className="mt-5 text-base text-muted">
        A generation is counted when it succeeds, a download the first time you take a picture.
      </p>
      <Link to={ROUTES.home} search={{ tab: 'pricing' }} className={`${buttonClasses('secondary')} mt-4`}>
        See plans
      </Link>
    </>
  );
}

const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

function SessionFacts() {
  const user = readCurrentUser();
  if (user === null) return <p className="text-base text-muted">This browser has no session yet.</p>;
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 text-base sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">Signed in as</dt>
          <dd className="font-medium">{user.is_guest ? 'Guest' : (user.email ?? user.name)}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Since</dt>
          <dd className="font-medium">{dateFormat.format(new Date(user.created_at))}</dd>
        </div>
      </dl>
      {user.is_guest && (
        <p className="mt-4 text-base text-muted">
          A guest’s session belongs to this browser. Clearing its data ends the session, and what is left of
          the allowance goes with it.
        </p>
      )}
    </>
  );
}

function ThemePicker() {
  const choice = useThemeChoice();
  return (
    <SegmentedControl
      label="Theme"
      value={choice}
      onChange={chooseTheme}
      segments={[
        { value: 'system', label: 'As the system' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  );
}
