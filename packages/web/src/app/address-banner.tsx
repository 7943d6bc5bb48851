import { hasBilling } from '../lib/page/installation.ts';
import { allowances } from '../lib/plans/allowances.ts';
import { useGlobalState } from '../lib/state/global-state.ts';
import { plural } from '../lib/page/plural.ts';
import { useResendVerification } from '../lib/session/resend-verification.ts';
import { Button } from '../ui/button.tsx';

/** Explains the benefits of confirming the address, and can send the mail again. */
export default function AddressBanner() {
  const email = useGlobalState((state) => state.currentUser?.email ?? '');
  const { isBusy, resend } = useResendVerification();
  const { memberGenerations, memberDownloads } = allowances();
  return (
    <aside
      aria-label="Confirm your address"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b border-line bg-accent-soft px-4 py-2 text-sm"
    >
      <p className="min-w-0">
        Confirm <span className="font-semibold break-all">{email}</span>
        {hasBilling() &&
          ` to get ${plural(memberGenerations, 'generation')} and ${plural(memberDownloads, 'download')} free`}
        . The link is in your inbox.
      </p>
      <Button variant="secondary" size="sm" loading={isBusy} onClick={() => void resend()}>
        Resend
      </Button>
    </aside>
  );
}
