import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import type { ApiCallLine } from '@packshot/contract/api/usage';
import { LAST_API_CALLS } from '@packshot/contract/api/usage';
import { classNames } from '../../../ui/class-names.ts';
import { formatDuration, toolName } from './figure-words.ts';

const momentFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'medium' });

/** List of the latest calls with their request IDs, which users quote in support questions. */
export function LastCalls({ calls }: { readonly calls: readonly ApiCallLine[] }) {
  return (
    <section aria-labelledby="usage-last-calls">
      <h2 id="usage-last-calls" className="text-base font-semibold">
        {t('Last {count} calls', { count: LAST_API_CALLS })}
      </h2>
      <ul
        className="relative mt-3 max-h-[32rem] divide-y divide-line overflow-y-auto"
        tabIndex={0}
        aria-label={t('Last calls')}
      >
        {calls.map((call) => (
          <li key={call.request_id} className="grid gap-x-4 gap-y-0.5 py-2.5 text-sm sm:grid-cols-[1fr_auto]">
            <p className="min-w-0">
              <span className={classNames('font-semibold tabular-nums', call.status >= 400 && 'text-danger')}>
                {call.status}
              </span>{' '}
              <span className="font-medium break-words">
                {call.method} {call.route}
              </span>
              {call.code !== null && <span className="text-danger"> {call.code}</span>}
            </p>
            <p className="text-muted tabular-nums sm:text-right">
              <time dateTime={call.at}>{momentFormat.format(new Date(call.at))}</time>
            </p>
            <p className="min-w-0 break-words text-muted">
              {call.key_name} · {toolName(call.tool)} · {formatDuration(call.duration_ms)}
              {call.credits > 0 &&
                ` · ${t('{credits, plural, one {# credit} other {# credits}}', { credits: call.credits })}`}
            </p>
            <p className="min-w-0 text-muted sm:text-right">
              <span className="sr-only">{t('Request ID')} </span>
              <code translate="no" className="font-mono text-xs break-all select-all">
                {call.request_id}
              </code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
