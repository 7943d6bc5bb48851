import { t } from '@packshot/contract/text/translation';
import { ROUTES, TABS } from '@packshot/contract/routes';
import type { Tab } from '@packshot/contract/routes';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { Boxes } from 'lucide';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { hasBilling } from '../lib/page/installation.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { TAB_ICONS, TAB_LABELS, tabLink } from './tab-list.ts';

export interface TabsProps {
  /** Active tab; null on pages that aren't a tab, such as the legal pages. */
  readonly active: Tab | null;
}

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
export function TabLink({ tab, isActive = false, children, ...rest }: TabLinkProps) {
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

/** Tabs that the server offers: without billing there are no prices. */
const shownTabs = () => TABS.filter((tab) => tab !== 'pricing' || hasBilling());

interface DestinationsProps extends TabsProps {
  readonly className: string;
  /** Size of the icon before each name; none by default. */
  readonly iconPx?: number;
}

/** Links to the tabs and to the catalog. */
export function Destinations({ active, className, iconPx }: DestinationsProps) {
  const look = classNames(className, 'text-muted aria-[current=page]:text-ink');
  return (
    <>
      {shownTabs().map((tab) => (
        <TabLink key={tab} tab={tab} isActive={tab === active} className={look}>
          {iconPx !== undefined && <Icon of={TAB_ICONS[tab]} sizePx={iconPx} />}
          {TAB_LABELS[tab]}
        </TabLink>
      ))}
      <Link to={ROUTES.catalog} className={look}>
        {iconPx !== undefined && <Icon of={Boxes} sizePx={iconPx} />}
        {t('Catalog')}
      </Link>
    </>
  );
}
