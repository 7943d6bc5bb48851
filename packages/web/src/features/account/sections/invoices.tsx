import { messages, t } from '@packshot/contract/text/translation';
import type { Invoice } from '@packshot/contract/billing/schemas';
import { BILLING_MESSAGES } from '@packshot/contract/billing/messages';
import { planById } from '@packshot/contract/billing/plans';
import { ExternalLink, Printer } from 'lucide';
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

/** Names of an invoice's states, alone and after a date. */
const STATES = messages({
  open: ['Not paid', 'not paid'],
  paid: ['Paid', 'paid'],
  refunded: ['Refunded', 'refunded'],
  disputed: ['Disputed', 'disputed'],
  void: ['Void', 'void'],
  credited: ['Credited', 'credited'],
  demo: ['Demo, nothing charged', 'demo, nothing charged'],
});

/**
 * Words for an invoice's state. A change to a smaller plan credits money to later invoices. The demo never charges,
 * whatever its invoice says.
 */
const stateWords = ({ state, amount_minor }: Invoice, isDemo: boolean): readonly [string, string] => {
  if (state === 'paid' && amount_minor < 0) return STATES.credited;
  return isDemo && state === 'paid' ? STATES.demo : STATES[state];
};

export default function InvoicesSection() {
  const details = useGlobalState((state) => state.subscriptionDetails);
  if (details === null) return <Skeleton className="h-16" />;
  if (!details.can_manage) {
    return (
      <p className="text-base text-muted">
        {t('Your organization’s owner and admins can see its invoices.')}
      </p>
    );
  }
  // The key makes the list reload after a plan change, which adds an invoice.
  return <List key={details.plan_id} />;
}

function List() {
  const pages = usePages<Invoice>((page) => call('listInvoices', { query: { page } }));
  const [openInvoice, setOpenInvoice] = useState<Invoice | null>(null);
  const isDemo = useGlobalState(({ subscriptionDetails }) => subscriptionDetails?.billing_mode === 'demo');
  if (pages.rows === null) {
    return pages.failure === null ? <Skeleton className="h-16" /> : <MoreRows pages={pages} />;
  }
  if (pages.rows.length === 0) return <p className="text-base text-muted">{t('No invoices yet.')}</p>;
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
                {formatShortDay(invoice.issued_at)}, {stateWords(invoice, isDemo)[1]}
              </span>
            </span>
            <span className="text-muted max-sm:hidden">{stateWords(invoice, isDemo)[0]}</span>
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
  const number = invoice.number ?? '';
  const date = formatDay(invoice.issued_at);
  if (invoice.hosted_url === null) {
    return (
      <Button
        size="sm"
        variant="ghost"
        aria-label={t('Open invoice {number} of {date}', { number, date })}
        onClick={onShow}
      >
        {t('Open')}
      </Button>
    );
  }
  return (
    <a
      href={invoice.hosted_url}
      target="_blank"
      rel="noreferrer"
      aria-label={t('Open invoice {number} of {date}, on the payment service’s site', { number, date })}
      className={buttonClasses('ghost', 'sm')}
    >
      {t('Open')} <Icon of={ExternalLink} sizePx={14} />
    </a>
  );
}

/** Invoice of the demo, which states that there was no charge. */
function DemoInvoice({ invoice, onClose }: { readonly invoice: Invoice; readonly onClose: () => void }) {
  const amount = formatMinor(invoice.amount_minor, invoice.currency);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Invoice {number}', { number: invoice.number ?? '' })}
      description={`${BILLING_MESSAGES.paymentsDemo} ${t('This is not a tax document.')}`}
      actions={
        <>
          <Button variant="secondary" icon={Printer} onClick={() => print()}>
            {t('Print')}
          </Button>
          <Button onClick={onClose}>{t('Close')}</Button>
        </>
      }
    >
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2 text-base">
        <dt className="text-muted">{t('Date')}</dt>
        <dd className="text-right">{formatDay(invoice.issued_at)}</dd>
        <dt className="text-muted">{t('Plan')}</dt>
        <dd className="text-right">{planById(invoice.plan_id ?? '')?.name ?? '–'}</dd>
        <dt className="text-muted">{t('Period')}</dt>
        <dd className="text-right">
          {t('{start} to {end}', {
            start: formatDay(invoice.period_start),
            end: formatDay(invoice.period_end),
          })}
        </dd>
        <dt className="text-muted">{t('Amount')}</dt>
        <dd className="text-right tabular-nums">{amount}</dd>
        <dt className="border-t border-line pt-2 font-semibold">{t('Charged')}</dt>
        <dd className="border-t border-line pt-2 text-right font-semibold tabular-nums">
          {formatMinor(0, invoice.currency)}
        </dd>
      </dl>
    </Dialog>
  );
}
