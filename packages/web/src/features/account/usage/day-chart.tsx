import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import type { ApiUsage } from '@packshot/contract/api/usage';
import { useState } from 'react';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { dayName, METRICS, formatDuration } from './figure-words.ts';
import type { Metric } from './figure-words.ts';

type Days = ApiUsage['by_day'];

/** Height in units of the SVG drawing, which is stretched to the available width. */
const HEIGHT = 100;
/** Share of each bar’s slot that stays empty. */
const GAP = 0.2;

export function DayChart({ days }: { readonly days: Days }) {
  const [metric, setMetric] = useState<Metric>('calls');
  return (
    <section aria-labelledby="usage-days">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="usage-days" className="text-base font-semibold">
          {t('By day')}
        </h2>
        <SegmentedControl
          label={t('Shown in the chart')}
          value={metric}
          onChange={setMetric}
          segments={(Object.keys(METRICS) as Metric[]).map((value) => ({
            value,
            label: METRICS[value].label,
          }))}
        />
      </div>
      <Bars days={days} metric={metric} />
      <details className="mt-3">
        <summary className="cursor-pointer text-sm font-medium text-muted hover:text-ink">
          {t('Show as a table')}
        </summary>
        <DayTable days={days} />
      </details>
    </section>
  );
}

function Bars({ days, metric }: { readonly days: Days; readonly metric: Metric }) {
  const { label, of, text } = METRICS[metric];
  const most = Math.max(0, ...days.map(of));
  const busiest = days.find((day) => of(day) === most);
  const summary =
    most === 0 || busiest === undefined
      ? t('{label} by day: none.', { label })
      : t('{label} by day: at most {most}, on {day}. The table below has all days.', {
          label,
          most: text(most),
          day: dayName(busiest.day),
        });
  const first = days[0]?.day;
  const last = days.at(-1)?.day;
  return (
    <div className="mt-4">
      <div className="flex gap-3">
        <div className="flex flex-col justify-between text-right text-xs text-muted tabular-nums" aria-hidden>
          <span>{text(most)}</span>
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-label={summary}
          viewBox={`0 0 ${days.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-44 w-full min-w-0 border-b border-line-strong short:h-28"
        >
          {days.map((day, index) => {
            const height = most === 0 ? 0 : (of(day) / most) * HEIGHT;
            return (
              <g key={day.day} className="group">
                <title>{`${dayName(day.day)}: ${text(of(day))}`}</title>
                <rect
                  x={index}
                  y={0}
                  width={1}
                  height={HEIGHT}
                  className="fill-transparent group-hover:fill-fill"
                />
                <rect
                  x={index + GAP / 2}
                  y={HEIGHT - height}
                  width={1 - GAP}
                  height={height}
                  className={metric === 'errors' ? 'fill-danger' : 'fill-accent'}
                />
              </g>
            );
          })}
        </svg>
      </div>
      {first !== undefined && last !== undefined && (
        <div className="mt-1.5 flex justify-between text-xs text-muted" aria-hidden>
          <span>{dayName(first)}</span>
          <span>{t('{day} (UTC)', { day: dayName(last) })}</span>
        </div>
      )}
    </div>
  );
}

function DayTable({ days }: { readonly days: Days }) {
  return (
    <div
      className="relative mt-2 max-h-72 overflow-y-auto"
      tabIndex={0}
      role="region"
      aria-label={t('Figures by day')}
    >
      <table className="w-full text-left text-sm tabular-nums">
        <thead className="text-muted">
          <tr className="border-b border-line">
            {[
              t('Day'),
              t('Calls'),
              t('Errors'),
              t('95th percentile of time'),
              ...(hasBilling() ? [t('Credits')] : []),
            ].map((title, index) => (
              <th
                key={title}
                scope="col"
                className={index === 0 ? 'py-2 font-medium' : 'py-2 text-right font-medium'}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 font-normal">
                <time dateTime={day.day}>{dayName(day.day)}</time>
              </th>
              <td className="py-1.5 text-right">{day.calls}</td>
              <td className="py-1.5 text-right">{day.errors}</td>
              <td className="py-1.5 text-right">{formatDuration(day.p95_ms)}</td>
              {hasBilling() && <td className="py-1.5 text-right">{day.credits}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
