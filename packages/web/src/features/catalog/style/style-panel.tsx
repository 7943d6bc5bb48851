import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { messages, t } from '@packshot/contract/text/translation';
import type { Run, RunDownloadRequest } from '@packshot/contract/catalog/runs';
import type { StyleOutlier, StyleReport, StyleMeasure } from '@packshot/contract/catalog/style';
import { FileText, Image as ImageIcon } from 'lucide';
import { useCallback, useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { downloadRun } from '../runs/download-run.ts';
import { itemName, countMade } from '../words.ts';
import { STYLE_LIMITS } from '@packshot/contract/catalog/style';

type PanelMeasure = StyleReport['measures'][number];

const LINE_WORDS = messages({ bottom: 'Baseline', middle: 'Center', top: 'Top edge' });
const MEASURE_WORDS = messages({
  fill: 'Product fills',
  ground: 'Background',
  shadow: 'Shadow direction',
});

const measureName = (measure: StyleMeasure, line: StyleReport['line']): string =>
  measure === 'line' ? LINE_WORDS[line] : MEASURE_WORDS[measure];

const SHORT = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });

/** Formats the value of a measure: '85%', '1,800 px', '#ffffff', '320°'. */
function valueWords(measure: StyleMeasure, value: number | string): string {
  if (typeof value === 'string') return value;
  const number = SHORT.format(value);
  return { fill: `${number}%`, line: `${number} px`, ground: number, shadow: `${number}°` }[measure];
}

/** Formats the spread of a measure: '± 0.3%'. */
const spreadWords = ({ measure, spread }: PanelMeasure): string =>
  measure === 'ground' ? `± ${SHORT.format(spread)} ΔE` : `± ${valueWords(measure, spread)}`;

/** Whether the spread is too small for viewers to see. */
const isAlike = ({ measure, spread }: PanelMeasure): boolean => spread <= STYLE_LIMITS[measure].spread;

function verdictWords(measured: PanelMeasure): string {
  const { outliers } = measured;
  if (!isAlike(measured)) return t('Differs');
  return outliers === 0
    ? t('Consistent')
    : t('Consistent except for {count, plural, one {# picture} other {# pictures}}', { count: outliers });
}

/** Reason why a picture is an outlier: 'Product fills 72% (differs by 13%)'. */
function offWords({ off }: Pick<StyleOutlier, 'off'>, line: StyleReport['line']): string {
  return off
    .map(({ measure, value, by }) => {
      const far = measure === 'ground' ? `ΔE ${SHORT.format(by)}` : valueWords(measure, by);
      return t('{measure} {amount} (differs by {difference})', {
        measure: measureName(measure, line),
        amount: valueWords(measure, value),
        difference: far,
      });
    })
    .join(', ');
}

interface StylePanelProps {
  readonly run: Run;
  readonly onOpen: (row: number) => void;
}

export function StylePanel({ run, onOpen }: StylePanelProps) {
  const { id } = run;
  const load = useCallback(async () => (await call('readRunStyle', { params: { id } })).data, [id]);
  const { loaded, reload } = useLoaded(load);
  if (countMade(run) === 0)
    return <p className="py-8 text-center text-sm text-muted">{t('No results yet.')}</p>;
  return (
    <div className="grid gap-4">
      <Sheets id={id} />
      {loaded.state === 'loading' && <Skeleton className="h-48" />}
      {loaded.state === 'failed' && <LoadFailure message={loaded.message} onRetry={() => void reload()} />}
      {loaded.state === 'ready' && <Report report={loaded.value} onOpen={onOpen} />}
    </div>
  );
}

/** Contact sheets with all pictures and names, for viewing, printing and sharing. */
function Sheets({ id }: { readonly id: string }) {
  const [busy, setBusy] = useState<RunDownloadRequest['kind'] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const fetchSheet = async (kind: RunDownloadRequest['kind']): Promise<void> => {
    setBusy(kind);
    setFailure(null);
    try {
      await downloadRun(id, { kind });
    } catch (error) {
      setFailure(getErrorMessage(error));
    } finally {
      setBusy(null);
    }
  };
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5 max-md:p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-base font-semibold">{t('Contact sheet')}</h2>
        <p className="text-sm text-muted">{t('Every picture with its name, thirty per page.')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          icon={FileText}
          loading={busy === 'sheet_pdf'}
          disabled={busy !== null}
          onClick={() => void fetchSheet('sheet_pdf')}
        >
          PDF
        </Button>
        <Button
          variant="secondary"
          icon={ImageIcon}
          loading={busy === 'sheet_png'}
          disabled={busy !== null}
          onClick={() => void fetchSheet('sheet_png')}
        >
          PNG
        </Button>
      </div>
      {failure !== null && (
        <Notice tone="error" className="w-full">
          {failure}
        </Notice>
      )}
    </Card>
  );
}

function Report({ report, onOpen }: { readonly report: StyleReport } & Pick<StylePanelProps, 'onOpen'>) {
  const { pictures, unmeasured, measures, line, output, outliers, outliers_in_all: inAll } = report;
  return (
    <Card className="grid gap-5 p-5 max-md:p-4">
      <div>
        <h2 className="text-base font-semibold">{t('Consistency')}</h2>
        <p className="text-sm text-muted">
          {pictures === 0
            ? t('These pictures were made by an earlier version of Packshot, which did not measure them.')
            : t(
                'Measured on {pictures, plural, one {# picture} other {# pictures}} for “{output}”, {width} × {height} px.',
                { pictures, output: output.id, width: output.width, height: output.height },
              )}
          {pictures > 0 &&
            unmeasured > 0 &&
            ` ${t('{unmeasured, plural, one {# picture was} other {# pictures were}} made by an earlier version of Packshot, which did not measure them.', { unmeasured })}`}
        </p>
      </div>
      {measures.length > 0 && (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
          {measures.map((measured) => (
            <div key={measured.measure} className="rounded-lg border border-line p-4">
              <dt className="text-sm text-muted">{measureName(measured.measure, line)}</dt>
              <dd className="mt-1 flex items-center gap-2 text-lg font-semibold tabular-nums">
                {typeof measured.usual === 'string' && <Swatch color={measured.usual} />}
                {valueWords(measured.measure, measured.usual)}
                <span className="text-sm font-normal text-muted">{spreadWords(measured)}</span>
              </dd>
              <dd
                className={classNames(
                  'mt-1 text-sm font-medium',
                  isAlike(measured) && measured.outliers === 0 ? 'text-success' : 'text-warning',
                )}
              >
                {verdictWords(measured)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {outliers.length > 0 && (
        <section aria-labelledby="outliers">
          <h3 id="outliers" className="text-sm font-semibold">
            {t('{count, plural, one {One picture stands out} other {# pictures stand out}}', {
              count: inAll,
            })}
          </h3>
          <ul className="mt-2 divide-y divide-line rounded-lg border border-line">
            {outliers.map((outlier) => (
              <li key={outlier.row}>
                <Outlier outlier={outlier} line={line} onOpen={onOpen} />
              </li>
            ))}
          </ul>
          {inAll > outliers.length && (
            <p className="mt-2 text-sm text-muted">
              {t('And {count, number} more, which stand out less.', { count: inAll - outliers.length })}
            </p>
          )}
        </section>
      )}
    </Card>
  );
}

/** Sample of a color. Uses an inline style, because the color is measured. */
const Swatch = ({ color }: { readonly color: string }) => (
  <span
    aria-hidden
    className="size-5 shrink-0 rounded-full border border-line-strong"
    style={{ backgroundColor: color }}
  />
);

interface OutlierProps extends Pick<StylePanelProps, 'onOpen'> {
  readonly outlier: StyleOutlier;
  readonly line: StyleReport['line'];
}

const Outlier = ({ outlier, line, onOpen }: OutlierProps) => (
  <button
    type="button"
    onClick={() => onOpen(outlier.row)}
    className="flex w-full items-center gap-3 px-3 py-2.5 text-left transition-colors hover:bg-fill"
  >
    {outlier.thumb_url !== null && (
      <img
        src={outlier.thumb_url}
        alt=""
        width={56}
        height={56}
        loading="lazy"
        decoding="async"
        className="checkerboard size-14 shrink-0 rounded-md object-contain"
      />
    )}
    <span className="min-w-0 flex-1">
      <span className="block truncate text-sm font-medium">
        <span className="mr-2 text-muted tabular-nums">{outlier.row}</span>
        <bdi translate="no">
          {itemName({ ...outlier, source: { kind: 'upload', name: outlier.source_name } })}
        </bdi>
      </span>
      <span className="block text-xs text-muted">{offWords(outlier, line)}</span>
    </span>
  </button>
);
