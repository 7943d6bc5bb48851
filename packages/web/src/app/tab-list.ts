import { ROUTES } from '@packshot/contract/routes';
import type { Tab } from '@packshot/contract/routes';
import { History, House, Scissors, Tags, UserRound } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export const TAB_LABELS: Record<Tab, string> = {
  home: 'Home',
  create: 'Create',
  pricing: 'Pricing',
  history: 'History',
  account: 'Account',
};

export const TAB_ICONS: Record<Tab, LucideIcon> = {
  home: House,
  create: Scissors,
  pricing: Tags,
  history: History,
  account: UserRound,
};

/** Where a tab's link leads: create to the studio's own address, the others to the landing address with a query. */
export function tabLink(tab: Tab): { readonly to: '/' | '/studio'; readonly search: { readonly tab?: Tab } } {
  return tab === 'create' ? { to: ROUTES.studio, search: {} } : { to: ROUTES.home, search: { tab } };
}
