import { t } from '@packshot/contract/text/translation';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { hasBilling } from '../page/installation.ts';
import { Rich } from '../../ui/rich.tsx';
import { useGlobalState } from '../state/global-state.ts';
import { allowances } from './allowances.ts';
import { freeOffer } from './free-offer.ts';

/** Reminds a new user of the generations for confirming the email address; renders nothing for others. */
export function ConfirmReminder() {
  const isUnconfirmed = useGlobalState((state) => freeOffer(state) === 'confirm-address');
  if (!isUnconfirmed || !hasBilling()) return null;
  return (
    <p className="text-center text-xs text-muted">
      <Rich
        text={t(
          '<link>Confirm your address</link> for {count, plural, one {# more free generation} other {# more free generations}}.',
          { count: allowances().memberGenerations },
        )}
        link={
          <Link
            to={ROUTES.home}
            search={{ tab: 'account' }}
            hash="profile"
            className="font-semibold text-ink underline underline-offset-2"
          />
        }
      />
    </p>
  );
}
