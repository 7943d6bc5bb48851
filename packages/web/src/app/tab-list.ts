import { messages } from '@packshot/contract/text/translation';
import { ROUTES } from '@packshot/contract/routes';
import type { Tab } from '@packshot/contract/routes';
import { History, House, Scissors, Tags, UserRound } from 'lucide';
import type { IconNode } from 'lucide';

export const TAB_LABELS: Record<Tab, string> = messages({
  home: 'Home',
  create: 'Create',
  pricing: 'Pricing',
  history: 'History',
  account: 'Account',
});

export const TAB_ICONS: Record<Tab, IconNode> = {
  home: House,
  create: Scissors,
  pricing: Tags,
  history: History,
  account: UserRound,
};

/** Target of a tab's link: the studio's own path for create, the landing page with a query for the other tabs. */
export function tabLink(tab: Tab): { readonly to: '/' | '/studio'; readonly search: { readonly tab?: Tab } } {
  return tab === 'create' ? { to: ROUTES.studio, search: {} } : { to: ROUTES.home, search: { tab } };
}
