import { t } from '@packshot/contract/text/translation';
import { lazy } from 'react';
import type { ComponentType } from 'react';

export interface AccountSection {
  /** ID of the section, which is also the fragment (`#…`) of its address. */
  readonly id: string;
  readonly title: string;
  readonly isForGuests: boolean;
  /** Set for sections about balances, plans and payments, which a server without billing doesn't show. */
  readonly isOfBilling?: true;
  /** Heading for a guest who followed a link to this section. */
  readonly guestTitle?: string;
  /** Component with the section's content below the title, loaded separately. */
  readonly Content: ComponentType;
}

/** Sections of the account page in display order. To add one, add a file under `sections/` and a row here. */
export const SECTIONS: readonly AccountSection[] = [
  {
    id: 'balances',
    title: t('Balance'),
    isOfBilling: true,
    isForGuests: true,
    Content: lazy(() => import('./sections/balances.tsx')),
  },
  {
    id: 'plan',
    title: t('Plan'),
    isOfBilling: true,
    isForGuests: false,
    Content: lazy(() => import('./sections/plan.tsx')),
  },
  {
    id: 'ledger',
    title: t('Credit history'),
    isOfBilling: true,
    isForGuests: true,
    Content: lazy(() => import('./sections/ledger.tsx')),
  },
  {
    id: 'invoices',
    title: t('Invoices'),
    isOfBilling: true,
    isForGuests: false,
    Content: lazy(() => import('./sections/invoices.tsx')),
  },
  {
    id: 'profile',
    title: t('Profile'),
    isForGuests: false,
    Content: lazy(() => import('./sections/profile.tsx')),
  },
  {
    id: 'organization',
    title: t('Organization'),
    isForGuests: false,
    Content: lazy(() => import('./sections/organization.tsx')),
  },
  {
    id: 'api-keys',
    title: t('API keys'),
    isForGuests: false,
    guestTitle: t('API keys need an account'),
    Content: lazy(() => import('./sections/api-keys.tsx')),
  },
  {
    id: 'webhooks',
    title: t('Webhooks'),
    isForGuests: false,
    guestTitle: t('Webhooks need an account'),
    Content: lazy(() => import('./sections/webhooks.tsx')),
  },
  {
    id: 'buckets',
    title: t('Buckets'),
    isForGuests: false,
    guestTitle: t('Buckets need an account'),
    Content: lazy(() => import('./sections/buckets.tsx')),
  },
  {
    id: 'sessions',
    title: t('Devices'),
    isForGuests: false,
    Content: lazy(() => import('./sections/sessions.tsx')),
  },
  {
    id: 'appearance',
    title: t('Appearance'),
    isForGuests: true,
    Content: lazy(() => import('./sections/appearance.tsx')),
  },
  {
    id: 'content-credentials',
    title: t('Content Credentials'),
    isForGuests: false,
    Content: lazy(() => import('./sections/content-credentials.tsx')),
  },
  {
    id: 'data-export',
    title: t('Your data'),
    isForGuests: false,
    Content: lazy(() => import('./sections/data-export.tsx')),
  },
  {
    id: 'delete-account',
    title: t('Delete account'),
    isForGuests: false,
    Content: lazy(() => import('./sections/delete-account.tsx')),
  },
];
