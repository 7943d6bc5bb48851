import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import type { ApiUsageFigures } from '@packshot/contract/api/usage';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { formatDuration } from './figure-words.ts';

interface UsageGroup extends ApiUsageFigures {
  readonly id: string;
  readonly name: ReactNode;
}

export function GroupTable({
  title,
  groups,
}: {
  readonly title: string;
  readonly groups: readonly UsageGroup[];
}) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-base font-semibold">
        {title}
      </h2>
      <table className="mt-3 w-full text-left text-sm tabular-nums">
        <thead className="text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-3 font-medium">
              <span className="sr-only">{title}</span>
            </th>
            <Head>{t('Calls')}</Head>
            <Head>{t('Errors')}</Head>
            <Head className="max-sm:hidden">{t('95th percentile of time')}</Head>
            {hasBilling() && <Head>{t('Credits')}</Head>}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.id} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 pr-3 font-medium break-words">
                {group.name}
              </th>
              <td className="py-2 pl-3 text-right">{group.calls}</td>
              <td className={classNames('py-2 pl-3 text-right', group.errors > 0 && 'text-danger')}>
                {group.errors}
              </td>
              <td className="py-2 pl-3 text-right max-sm:hidden">{formatDuration(group.p95_ms)}</td>
              {hasBilling() && <td className="py-2 pl-3 text-right">{group.credits}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <th scope="col" className={classNames('py-2 pl-3 text-right font-medium', className)}>
      {children}
    </th>
  );
}
