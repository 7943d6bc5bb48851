import { hasBilling } from '../page/installation.ts';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { allowances } from './allowances.ts';
import { freeOffer } from './free-offer.ts';
import { useGlobalState } from '../state/global-state.ts';
import { plural } from '../page/plural.ts';
import { buttonClasses } from '../../ui/button.tsx';

const INLINE_LINK = 'font-semibold text-ink underline underline-offset-2';

/** Sentence with the ways to more credits, free ones first. The user's work stays open meanwhile. */
export function MoreCredits({ of }: { readonly of: 'generation' | 'download' }) {
  const offer = useGlobalState(freeOffer);
  if (!hasBilling()) return null;
  const { memberGenerations, memberDownloads } = allowances();
  const count = of === 'generation' ? memberGenerations : memberDownloads;
  return (
    <>
      {offer !== null && (
        <>
          <FreeLink className={INLINE_LINK} />
          {` for ${plural(count, `more free ${of}`)}, or `}
        </>
      )}
      <PlansLink className={INLINE_LINK} label={offer === null ? 'See plans' : 'see plans'} />
    </>
  );
}

/** Same ways as buttons, for a dialog or a card. */
export function MoreCreditsButtons() {
  const offer = useGlobalState(freeOffer);
  if (!hasBilling()) return null;
  return (
    <>
      <PlansLink className={buttonClasses(offer === null ? 'primary' : 'secondary')} label="See plans" />
      {offer !== null && <FreeLink className={buttonClasses()} />}
    </>
  );
}

/** Main button of a panel without credits: the free offer. Renders nothing without an offer. */
export function FreeCreditsButton() {
  const offer = useGlobalState(freeOffer);
  return offer === null ? null : <FreeLink className={`${buttonClasses('primary', 'lg')} w-full`} />;
}

function FreeLink({ className }: { readonly className: string }) {
  const isAccountWanted = useGlobalState((state) => freeOffer(state) === 'account');
  return isAccountWanted ? (
    <Link to={ROUTES.signUp} className={className}>
      Create a free account
    </Link>
  ) : (
    <Link to={ROUTES.home} search={{ tab: 'account' }} hash="profile" className={className}>
      Confirm your address
    </Link>
  );
}

const PlansLink = ({ className, label }: { readonly className: string; readonly label: string }) => (
  <Link to={ROUTES.home} search={{ tab: 'pricing' }} className={className}>
    {label}
  </Link>
);
