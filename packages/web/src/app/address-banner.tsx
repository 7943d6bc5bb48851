import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../lib/page/installation.ts';
import { allowances } from '../lib/plans/allowances.ts';
import { useGlobalState } from '../lib/state/global-state.ts';
import { useResendVerification } from '../lib/session/resend-verification.ts';
import { Button } from '../ui/button.tsx';
import { Rich } from '../ui/rich.tsx';

/** Notice about an unconfirmed email address: explains the benefits, and can send the mail again. */
export default function AddressBanner() {
  const email = useGlobalState((state) => state.currentUser?.email ?? '');
  const { isBusy, resend } = useResendVerification();
  const { memberGenerations, memberDownloads } = allowances();
  return (
    <aside
      aria-label={t('Confirm your address')}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b border-line bg-accent-soft px-4 py-2 text-sm"
    >
      <p className="min-w-0">
        <Rich
          text={
            hasBilling()
              ? t(
                  'Confirm <address>{email}</address> to get {memberGenerations, plural, one {# generation} other {# generations}} and {memberDownloads, plural, one {# download} other {# downloads}} free. The link is in your inbox.',
                  { email, memberGenerations, memberDownloads },
                )
              : t('Confirm <address>{email}</address>. The link is in your inbox.', { email })
          }
          address={<span className="font-semibold break-all" />}
        />
      </p>
      <Button variant="secondary" size="sm" loading={isBusy} onClick={() => void resend()}>
        {t('Resend')}
      </Button>
    </aside>
  );
}
