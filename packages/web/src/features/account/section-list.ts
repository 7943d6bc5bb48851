import { lazy } from 'react';
import type { ComponentType } from 'react';

export interface AccountSection {
  /** Also used as the fragment of its address. */
  readonly id: string;
  readonly title: string;
  readonly isForGuests: boolean;
  /** Set for sections about balances, plans and payments. */
  readonly isOfBilling?: true;
  /** Heading for a guest who followed a link to this section. */
  readonly guestTitle?: string;
  /** Content below the title, loaded separately. */
  readonly Content: ComponentType;
}

/** Sections of the account page in display order. To add one, add a file under `sections/` and a row here. */
export const SECTIONS: readonly AccountSection[] = [
  {
    id: 'balances',
    title: 'Balance',
    isOfBilling: true,
    isForGuests: true,
    Content: lazy(() => import('./sections/balances.tsx')),
  },
  {
    id: 'plan',
    title: 'Plan',
    isOfBilling: true,
    isForGuests: false,
    Content: lazy(() => import('./sections/plan.tsx')),
  },
  {
    id: 'ledger',
    title: 'Credit history',
    isOfBilling: true,
    isForGuests: true,
    Content: lazy(() => import('./sections/ledger.tsx')),
  },
  {
    id: 'invoices',
    title: 'Invoices',
    isOfBilling: true,
    isForGuests: false,
    Content: lazy(() => import('./sections/invoices.tsx')),
  },
  {
    id: 'profile',
    title: 'Profile',
    isForGuests: false,
    Content: lazy(() => import('./sections/profile.tsx')),
  },
  {
    id: 'organization',
    title: 'Organization',
    isForGuests: false,
    Content: lazy(() => import('./sections/organization.tsx')),
  },
  {
    id: 'api-keys',
    title: 'API keys',
    isForGuests: false,
    guestTitle: 'API keys need an account',
    Content: lazy(() => import('./sections/api-keys.tsx')),
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    isForGuests: false,
    guestTitle: 'Webhooks need an account',
    Content: lazy(() => import('./sections/webhooks.tsx')),
  },
  {
    id: 'buckets',
    title: 'Buckets',
    isForGuests: false,
    guestTitle: 'Buckets need an account',
    Content: lazy(() => import('./sections/buckets.tsx')),
  },
  {
    id: 'sessions',
    title: 'Devices',
    isForGuests: false,
    Content: lazy(() => import('./sections/sessions.tsx')),
  },
  {
    id: 'appearance',
    title: 'Appearance',
    isForGuests: true,
    Content: lazy(() => import('./sections/appearance.tsx')),
  },
  {
    id: 'content-credentials',
    title: 'Content Credentials',
    isForGuests: false,
    Content: lazy(() => import('./sections/content-credentials.tsx')),
  },
  {
    id: 'data-export',
    title: 'Your data',
    isForGuests: false,
    Content: lazy(() => import('./sections/data-export.tsx')),
  },
  {
    id: 'delete-account',
    title: 'Delete account',
    isForGuests: false,
    Content: lazy(() => import('./sections/delete-account.tsx')),
  },
];
