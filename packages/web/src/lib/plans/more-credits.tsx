import { hasBilling } from '../page/installation.ts';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { allowances } from './allowances.ts';
import { freeOffer } from './free-offer.ts';
import { useGlobalState } from '../state/global-state.ts';
import { plural } from '../page/plural.ts';
import { buttonClasses } from '../../ui/button.tsx';

const INLINE_LINK = 'font-semibold text-ink underline underline-offset-2';

/** The ways to more credits, in a sentence: what is free comes before what is sold. The work stays where it is meanwhile. */
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

/** The same as buttons, for a dialog or a card. */
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

/** What is free, as the main button of a panel whose own can do nothing without credits; nothing when there is no offer. */
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
