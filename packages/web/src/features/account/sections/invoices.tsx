import type { Invoice } from '@packshot/contract/billing/schemas';
import { BILLING_MESSAGES } from '@packshot/contract/billing/messages';
import { planById } from '@packshot/contract/billing/plans';
import { ExternalLink, Printer } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { useGlobalState } from '../../../lib/state/global-state.ts';
import { formatMinor } from '../../../lib/plans/money.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { formatDay, formatShortDay } from '../days.ts';
import { MoreRows } from '../more-rows.tsx';
import { usePages } from '../use-pages.ts';

const STATES: Readonly<Record<Invoice['state'], string>> = {
  open: 'Not paid',
  paid: 'Paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
  void: 'Void',
};

/**
 * A change to a smaller plan credits money to later invoices. The demo never charges, whatever its invoice
 * says.
 */
const formatState = ({ state, amount_minor }: Invoice, isDemo: boolean): string => {
  if (state === 'paid' && amount_minor < 0) return 'Credited';
  return isDemo && state === 'paid' ? 'Demo, nothing charged' : STATES[state];
};

/** The organization's invoices: the payment service's, or the demo's. */
export default function InvoicesSection() {
  const details = useGlobalState((state) => state.subscriptionDetails);
  if (details === null) return <Skeleton className="h-16" />;
  if (!details.can_manage) {
    return <p className="text-base text-muted">Your organization’s owner and admins can see its invoices.</p>;
  }
  // A changed plan has a new invoice, so reload the list.
  return <List key={details.plan_id} />;
}

function List() {
  const pages = usePages<Invoice>((page) => call('listInvoices', { query: { page } }));
  const [openInvoice, setOpenInvoice] = useState<Invoice | null>(null);
  const isDemo = useGlobalState(({ subscriptionDetails }) => subscriptionDetails?.billing_mode === 'demo');
  if (pages.rows === null) {
    return pages.failure === null ? <Skeleton className="h-16" /> : <MoreRows pages={pages} />;
  }
  if (pages.rows.length === 0) return <p className="text-base text-muted">No invoices yet.</p>;
  return (
    <>
      <ul className="divide-y divide-line text-sm">
        {pages.rows.map((invoice) => (
          <li
            key={invoice.id}
            className="grid grid-cols-[1fr_auto_auto] items-center gap-x-4 py-1.5 sm:grid-cols-[7rem_1fr_auto_6rem_auto]"
          >
            <time dateTime={invoice.issued_at} className="text-muted tabular-nums max-sm:hidden">
              {formatShortDay(invoice.issued_at)}
            </time>
            <span className="font-medium">
              {formatTitle(invoice)}
              <span className="block font-normal text-muted sm:hidden">
                {formatShortDay(invoice.issued_at)}, {formatState(invoice, isDemo).toLowerCase()}
              </span>
            </span>
            <span className="text-muted max-sm:hidden">{formatState(invoice, isDemo)}</span>
            <span className="text-right font-medium tabular-nums">
              {formatMinor(invoice.amount_minor, invoice.currency)}
            </span>
            <Open invoice={invoice} onShow={() => setOpenInvoice(invoice)} />
          </li>
        ))}
      </ul>
      <MoreRows pages={pages} />
      {openInvoice !== null && <DemoInvoice invoice={openInvoice} onClose={() => setOpenInvoice(null)} />}
    </>
  );
}

const formatTitle = ({ plan_id, number }: Invoice): string =>
  [planById(plan_id ?? '')?.name, number].filter((part) => part !== undefined && part !== null).join(' · ');

function Open({ invoice, onShow }: { readonly invoice: Invoice; readonly onShow: () => void }) {
  const label = `Open invoice ${invoice.number ?? ''} of ${formatDay(invoice.issued_at)}`;
  if (invoice.hosted_url === null) {
    return (
      <Button size="sm" variant="ghost" aria-label={label} onClick={onShow}>
        Open
      </Button>
    );
  }
  return (
    <a
      href={invoice.hosted_url}
      target="_blank"
      rel="noreferrer"
      aria-label={`${label}, on the payment service’s site`}
      className={buttonClasses('ghost', 'sm')}
    >
      Open <Icon of={ExternalLink} sizePx={14} />
    </a>
  );
}

/** The demo's invoice states that there was no charge. */
function DemoInvoice({ invoice, onClose }: { readonly invoice: Invoice; readonly onClose: () => void }) {
  const amount = formatMinor(invoice.amount_minor, invoice.currency);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Invoice ${invoice.number ?? ''}`}
      description={`${BILLING_MESSAGES.paymentsDemo} This is not a tax document.`}
      actions={
        <>
          <Button variant="secondary" icon={Printer} onClick={() => print()}>
            Print
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2 text-base">
        <dt className="text-muted">Date</dt>
        <dd className="text-right">{formatDay(invoice.issued_at)}</dd>
        <dt className="text-muted">Plan</dt>
        <dd className="text-right">{planById(invoice.plan_id ?? '')?.name ?? '–'}</dd>
        <dt className="text-muted">Period</dt>
        <dd className="text-right">
          {formatDay(invoice.period_start)} to {formatDay(invoice.period_end)}
        </dd>
        <dt className="text-muted">Amount</dt>
        <dd className="text-right tabular-nums">{amount}</dd>
        <dt className="border-t border-line pt-2 font-semibold">Charged</dt>
        <dd className="border-t border-line pt-2 text-right font-semibold tabular-nums">
          {formatMinor(0, invoice.currency)}
        </dd>
      </dl>
    </Dialog>
  );
}
