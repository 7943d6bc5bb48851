import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../lib/page/installation.ts';
import { ROUTES, TABS } from '@packshot/contract/routes';
import type { Tab } from '@packshot/contract/routes';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { Download, Sparkles } from 'lucide';
import { lazy, Suspense } from 'react';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { afterFirstPaint } from '../lib/page/after-first-paint.ts';
import { generationsLeft, UNLIMITED, useGlobalState } from '../lib/state/global-state.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { TAB_ICONS, TAB_LABELS, tabLink } from './tab-list.ts';

interface TabLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  readonly tab: Tab;
  readonly isActive?: boolean;
}

const opensElsewhere = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/**
 * Link to a tab. The router's own link derives the current page from the address alone, but the active tab depends on
 * more: without a session, home is active, whatever the address says.
 */
function TabLink({ tab, isActive = false, children, ...rest }: TabLinkProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const link = tabLink(tab);
  return (
    <a
      {...rest}
      href={router.buildLocation(link).href}
      aria-current={isActive ? 'page' : undefined}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        void navigate(link);
      }}
    >
      {children}
    </a>
  );
}

const AccountMenu = lazy(() => import('./account-menu.tsx'));
// Loaded after the first paint: the button with its tooltip is as large as the rest of the header, and the first screen
// doesn't need it.
const ThemeButton = lazy(async () => {
  await new Promise<void>(afterFirstPaint);
  return import('./theme-button.tsx');
});

interface TabsProps {
  /** Active tab; null on pages that aren't a tab, such as the legal pages. */
  readonly active: Tab | null;
}

interface HeaderProps extends TabsProps {
  /** Whether a picture is open in Create. Phones then show the tabs as icons here instead of in a bar at the bottom. */
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
        <Logo isMarkOnNarrow={isEditing} />
      </TabLink>
      <nav
        aria-label={t('Main')}
        className={classNames('gap-0.5 md:flex short:flex', isEditing ? 'flex' : 'hidden')}
      >
        {shownTabs().map((tab) => (
          <TabLink
            key={tab}
            tab={tab}
            isActive={tab === active}
            className={classNames(
              'inline-flex items-center rounded-md px-3 py-1.5 text-sm font-medium transition-colors short:max-md:h-10 short:max-md:px-2.5',
              isEditing && 'under:max-md:h-10 under:max-md:px-2',
              // Hides the icons of Home and of the active tab: the logo already links to Home, and the active tab is
              // this page.
              isEditing && (tab === 'home' || tab === active) && 'under:max-md:hidden',
              tab === active ? 'bg-fill text-ink' : 'text-muted hover:text-ink',
            )}
          >
            <span
              className={classNames(
                'hidden short:max-md:inline-flex',
                isEditing && 'under:max-md:inline-flex',
              )}
            >
              <Icon of={TAB_ICONS[tab]} sizePx={19} />
            </span>
            <span className={classNames('short:max-md:sr-only', isEditing && 'under:max-md:sr-only')}>
              {TAB_LABELS[tab]}
            </span>
          </TabLink>
        ))}
        {/* Narrower windows have this link in the account menu and in the footer. */}
        <Link
          to={ROUTES.catalog}
          className="hidden items-center rounded-md px-3 py-1.5 text-sm font-medium text-muted transition-colors hover:text-ink lg:inline-flex aria-[current=page]:bg-fill aria-[current=page]:text-ink"
        >
          {t('Catalog')}
        </Link>
      </nav>
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
 * Bar with the tabs at the bottom edge, within reach of a thumb. In two cases the header shows the tabs instead: on a
 * phone held sideways, and while a picture is open in Create, whose tools are at the bottom edge.
 */
export function BottomBar({ active }: TabsProps) {
  return (
    <nav
      aria-label={t('Main')}
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden short:hidden"
    >
      {shownTabs().map((tab) => (
        <TabLink
          key={tab}
          tab={tab}
          isActive={tab === active}
          className={classNames(
            'flex h-14 flex-col items-center justify-center gap-1 text-2xs font-medium outline-offset-[-4px]',
            tab === active ? 'text-ink' : 'text-muted',
          )}
        >
          <Icon of={TAB_ICONS[tab]} sizePx={20} />
          {TAB_LABELS[tab]}
        </TabLink>
      ))}
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

/** Tabs that the server offers: without billing there are no prices. */
const shownTabs = () => TABS.filter((tab) => tab !== 'pricing' || hasBilling());

/** Remaining generations, or downloads if the plan's generations are unlimited. */
function BalancePill() {
  const generations = useGlobalState(generationsLeft);
  const downloads = useGlobalState((state) => state.currentAvailableDownloadImageCount);
  if (!hasBilling()) return null;
  // An empty box reserves the space, so that nothing moves when the balance arrives.
  if (generations === null)
    return <span aria-hidden className="h-8 w-33.5 max-[26rem]:w-14 short:max-md:w-14" />;
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
      <span className="max-[26rem]:hidden short:max-md:hidden">{balance}</span>
      <span className="hidden max-[26rem]:inline short:max-md:inline">{count}</span>
    </TabLink>
  );
}
