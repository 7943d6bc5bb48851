import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../page/installation.ts';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { allowances } from './allowances.ts';
import { freeOffer } from './free-offer.ts';
import type { FreeOffer } from './free-offer.ts';
import { useGlobalState } from '../state/global-state.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Rich } from '../../ui/rich.tsx';

const INLINE_LINK = 'font-semibold text-ink underline underline-offset-2';

/** Sentence with links to more credits, free ones first. */
export function MoreCredits({ of }: { readonly of: 'generation' | 'download' }) {
  const offer = useGlobalState(freeOffer);
  if (!hasBilling()) return null;
  if (offer === null) return <PlansLink className={INLINE_LINK}>{t('See plans')}</PlansLink>;
  return (
    <Rich
      text={of === 'generation' ? generationsOffer(offer) : downloadsOffer(offer)}
      free={<FreeLink className={INLINE_LINK} />}
      plans={<PlansLink className={INLINE_LINK} />}
    />
  );
}

function generationsOffer(offer: FreeOffer): string {
  const { memberGenerations: count } = allowances();
  return offer === 'account'
    ? t(
        '<free>Create a free account</free> for {count, plural, one {# more free generation} other {# more free generations}}, or <plans>see plans</plans>',
        { count },
      )
    : t(
        '<free>Confirm your address</free> for {count, plural, one {# more free generation} other {# more free generations}}, or <plans>see plans</plans>',
        { count },
      );
}

function downloadsOffer(offer: FreeOffer): string {
  const { memberDownloads: count } = allowances();
  return offer === 'account'
    ? t(
        '<free>Create a free account</free> for {count, plural, one {# more free download} other {# more free downloads}}, or <plans>see plans</plans>',
        { count },
      )
    : t(
        '<free>Confirm your address</free> for {count, plural, one {# more free download} other {# more free downloads}}, or <plans>see plans</plans>',
        { count },
      );
}

export function MoreCreditsButtons() {
  const offer = useGlobalState(freeOffer);
  if (!hasBilling()) return null;
  return (
    <>
      <PlansLink className={buttonClasses(offer === null ? 'primary' : 'secondary')}>
        {t('See plans')}
      </PlansLink>
      {offer !== null && <FreeLink className={buttonClasses()} />}
    </>
  );
}

/** Main button of a panel when no credits are left: the free offer. Renders nothing without an offer. */
export function FreeCreditsButton() {
  const offer = useGlobalState(freeOffer);
  return offer === null ? null : <FreeLink className={`${buttonClasses('primary', 'lg')} w-full`} />;
}

interface OfferLinkProps {
  readonly className: string;
  readonly children?: ReactNode;
}

function FreeLink({ className, children }: OfferLinkProps) {
  const isAccountWanted = useGlobalState((state) => freeOffer(state) === 'account');
  return isAccountWanted ? (
    <Link to={ROUTES.signUp} className={className}>
      {children ?? t('Create a free account')}
    </Link>
  ) : (
    <Link to={ROUTES.home} search={{ tab: 'account' }} hash="profile" className={className}>
      {children ?? t('Confirm your address')}
    </Link>
  );
}

const PlansLink = ({ className, children }: OfferLinkProps) => (
  <Link to={ROUTES.home} search={{ tab: 'pricing' }} className={className}>
    {children}
  </Link>
);
