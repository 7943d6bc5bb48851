import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../lib/page/installation.ts';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { Download, Sparkles } from 'lucide';
import { lazy, Suspense } from 'react';
import { afterFirstPaint } from '../lib/page/after-first-paint.ts';
import { generationsLeft, UNLIMITED, useGlobalState } from '../lib/state/global-state.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { Destinations, TabLink } from './destinations.tsx';
import type { TabsProps } from './destinations.tsx';

// A chunk of its own, because only narrow windows show it.
const HeaderMenu = lazy(() => import('./header-menu.tsx'));
const AccountMenu = lazy(() => import('./account-menu.tsx'));
// Loaded after the first paint: the button with its tooltip is as large as the rest of the header, and the first screen
// doesn't need it.
const ThemeButton = lazy(async () => {
  await new Promise<void>(afterFirstPaint);
  return import('./theme-button.tsx');
});

interface HeaderProps extends TabsProps {
  /** Whether a picture is open in Create. Phones then have a menu here instead of a bar at the bottom. */
  readonly isEditing: boolean;
}

export function Header({ active, isEditing }: HeaderProps) {
  return (
    <header
      className={classNames(
        'sticky top-0 z-30 flex h-13 shrink-0 items-center gap-2 border-b border-line bg-surface px-4 short:h-12 max-[26rem]:px-3 max-[22rem]:gap-1',
        isEditing ? 'max-md:h-11 short:max-md:h-12' : 'max-md:h-12',
      )}
    >
      <TabLink
        tab="home"
        aria-label={t('Packshot, home')}
        className="mr-3 inline-flex rounded-md py-1 max-[26rem]:mr-0 short:max-md:mr-0"
      >
        <Logo nameClassName={isEditing ? 'max-md:sr-only' : 'short:max-md:sr-only'} />
      </TabLink>
      <nav aria-label={t('Main')} className="hidden gap-0.5 md:flex short:sm:flex">
        <Destinations
          active={active}
          className="inline-flex items-center rounded-md px-3 py-1.5 text-sm font-medium transition-colors max-lg:px-2 short:max-md:h-10 aria-[current=page]:bg-fill hover:text-ink"
        />
      </nav>
      <Suspense fallback={null}>
        <HeaderMenu
          active={active}
          className={isEditing ? 'flex md:hidden short:sm:hidden' : 'hidden short:max-sm:flex'}
        />
      </Suspense>
      <div className="ml-auto flex items-center gap-2">
        <BalancePill />
        <Suspense fallback={<span className="size-9 max-sm:hidden" />}>
          <ThemeButton />
        </Suspense>
        <Person />
      </div>
    </header>
  );
}

/**
 * Bar with the links at the bottom edge, within reach of a thumb. In two cases the header has them instead: on a phone
 * held sideways, and while a picture is open in Create, whose tools are at the bottom edge.
 */
export function BottomBar({ active }: TabsProps) {
  return (
    <nav
      aria-label={t('Main')}
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden short:hidden"
    >
      <Destinations
        active={active}
        className="flex h-14 flex-col items-center justify-center gap-1 text-2xs font-medium outline-offset-[-4px]"
        iconPx={20}
      />
    </nav>
  );
}

/** The account menu when signed in, otherwise the sign-in link. */
function Person() {
  const user = useGlobalState((state) => state.currentUser);
  if (user !== null && !user.is_guest) {
    return (
      <Suspense fallback={<span className="size-8 rounded-full bg-fill-strong pointer-coarse:size-10" />}>
        <AccountMenu user={user} />
      </Suspense>
    );
  }
  return (
    <Link
      to={ROUTES.signIn}
      className="inline-flex h-8 items-center rounded-full bg-button-ink px-3.5 text-sm font-semibold whitespace-nowrap text-paper transition-colors hover:bg-button-ink-hover"
    >
      {t('Sign in')}
    </Link>
  );
}

/** Remaining generations, or downloads if the plan's generations are unlimited. */
function BalancePill() {
  const generations = useGlobalState(generationsLeft);
  const downloads = useGlobalState((state) => state.currentAvailableDownloadImageCount);
  if (!hasBilling()) return null;
  // An empty box reserves the space, so that nothing moves when the balance arrives.
  if (generations === null)
    return <span aria-hidden className="h-8 w-33.5 max-[26rem]:w-14 short:max-md:w-14 md:max-lg:w-14" />;
  const isUnlimited = generations === UNLIMITED;
  const count = isUnlimited ? downloads : generations;
  const balance = isUnlimited
    ? t('{count, plural, one {{count} download} other {{count} downloads}}', { count })
    : t('{count, plural, one {{count} generation} other {{count} generations}}', { count });
  return (
    <TabLink
      tab="account"
      aria-label={t('{balance} left. Open account', { balance })}
      className="inline-flex h-8 animate-fade-in items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-sm font-medium whitespace-nowrap tabular-nums transition-colors hover:border-line-strong"
    >
      <Icon of={isUnlimited ? Download : Sparkles} sizePx={15} />
      <span className="max-[26rem]:hidden short:max-md:hidden md:max-lg:hidden">{balance}</span>
      <span className="hidden max-[26rem]:inline short:max-md:inline md:max-lg:inline">{count}</span>
    </TabLink>
  );
}
