import { Icon } from '../../../ui/icon.tsx';
import { t } from '@packshot/contract/text/translation';
import {
  comparedInWords,
  countInWords,
  lightInWords,
  productInWords,
} from '@packshot/contract/provenance/product-comparison';
import { Lock, LockOpen } from 'lucide';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Rich } from '../../../ui/rich.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { getProductPixels } from '../model/results.ts';
import type { Result } from '../model/results.ts';
import { createPixelIntegrity, readTheSame } from '../run/pixel-integrity.ts';
import type { ComparedPicture, ReadLabels } from '../run/pixel-integrity.ts';
import { useActions, useStudio, useStudioState } from '../state/use-studio.ts';
import { getPictureSource } from '../run/digital-source.ts';
import { GeneratedNote } from './generated-note.tsx';
import { tenths } from './words.ts';

interface EngineFactsProps {
  readonly result: Result;
  /** Name of the compared product, if the picture shows others too. */
  readonly productName?: string | undefined;
}

/** Shows the engine of a result and the comparison of the product's pixels. */
export function EngineFacts({ result, productName }: EngineFactsProps) {
  const pixelIntegrity = useActions(createPixelIntegrity);
  const { tools } = useStudio();
  const sourceType = useStudioState(
    ({ document }) => document && getPictureSource(tools, document, result.id),
  );
  const { engine } = result;
  const pixels = getProductPixels(result);
  if (!engine && !pixels) return null;
  return (
    <div className="mb-2 text-xs text-muted">
      {engine && (
        <p>
          <Rich
            text={
              engine.fellBack
                ? t('The other engine failed; made by <engine>{engine}</engine>', { engine: engine.name })
                : t('Made by <engine>{engine}</engine>', { engine: engine.name })
            }
            engine={<span className="font-medium text-ink" />}
          />
          {engine.model !== null && ` · ${engine.model}`}
        </p>
      )}
      {pixels && (
        <IntegrityReport compared={pixelIntegrity.ofResult(result, pixels)} productName={productName} />
      )}
      {sourceType && <GeneratedNote sourceType={sourceType} />}
    </div>
  );
}

interface IntegrityReportProps extends Pick<EngineFactsProps, 'productName'> {
  readonly compared: ComparedPicture;
}

/** Integrity report: sentence about the product's changed pixels, with a picture of the differences. */
export function IntegrityReport({ compared, productName: name }: IntegrityReportProps) {
  const { total, changed, worstDeltaE } = compared.pixels;
  const [isOpen, setIsOpen] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const isLocked = changed === 0;
  if (total === 0)
    return <p className="mt-1">{t('Not measured: no part of the product is fully opaque.')}</p>;
  const Sign = isLocked ? Lock : LockOpen;
  const open = async (): Promise<void> => {
    setIsOpen(true);
    setHasFailed(false);
    try {
      setAddress(await compared.heatMap());
    } catch (error) {
      console.warn('The comparison could not be fetched.', error);
      setHasFailed(true);
    }
  };
  return (
    <>
      <div className="mt-1 tabular-nums">
        <p className="inline">
          <Icon
            of={Sign}
            sizePx={14}
            className={classNames('mr-1.5 inline align-[-2px]', isLocked ? 'text-success' : 'text-warning')}
          />
          <span className="font-medium text-ink">{reportTitle(isLocked, name)}</span>
          {` · ${productInWords(compared.pixels)}`}
          {name !== undefined && ` ${t('The other products aren’t compared.')}`}
        </p>{' '}
        <button
          type="button"
          onClick={() => void open()}
          className="font-medium text-ink underline underline-offset-2"
        >
          {t('See proof')}
        </button>
      </div>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={countInWords(compared.pixels)}
        description={[
          t('Counts every pixel that shows only the product, {compared}.', {
            compared: comparedInWords(compared.pixels),
          }),
          lightInWords(compared.pixels),
          t('Dark: unchanged. Yellow to red: changed, a little to a lot.'),
        ]
          .filter((sentence) => sentence !== null)
          .join(' ')}
      >
        {hasFailed ? (
          <p className="mt-3 text-sm text-muted">
            {t('The comparison didn’t load. Please try again later.')}
          </p>
        ) : address === null ? (
          <Skeleton className="mt-3 aspect-square w-full" />
        ) : (
          <img
            src={address}
            alt={isLocked ? t('The product, unchanged everywhere') : t('Where the product was changed')}
            className="mt-3 max-h-[50vh] w-full rounded-lg border border-line object-contain"
          />
        )}
        {!isLocked && worstDeltaE !== undefined && (
          <p className="mt-3 text-sm tabular-nums">
            <Rich
              text={t(
                'Largest difference: ΔE {difference} <note>(2 or more is visible side by side)</note>',
                {
                  difference: tenths(worstDeltaE),
                },
              )}
              note={<span className="text-muted" />}
            />
          </p>
        )}
        <LabelReport compared={compared} />
      </Dialog>
    </>
  );
}

function reportTitle(isLocked: boolean, name: string | undefined): string {
  if (name === undefined) return isLocked ? t('Your product is untouched') : t('Your product was changed');
  return isLocked ? t('{name} is untouched', { name }) : t('{name} was changed', { name });
}

function LabelReport({ compared }: { readonly compared: ComparedPicture }) {
  const [labels, setLabels] = useState<ReadLabels | null>(null);
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle');
  const read = async (): Promise<void> => {
    setState('reading');
    try {
      setLabels(await compared.readLabels());
      setState('idle');
    } catch (error) {
      console.warn('The label could not be read.', error);
      setState('failed');
    }
  };
  if (labels === null) {
    return (
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button size="sm" variant="secondary" loading={state === 'reading'} onClick={() => void read()}>
          {t('Read the label')}
        </Button>
        {state === 'failed' && (
          <p role="status" className="text-sm text-muted">
            {t('The label couldn’t be read. Please try again later.')}
          </p>
        )}
      </div>
    );
  }
  const isBlank = labels.before.length === 0 && labels.after.length === 0;
  return (
    <div className="mt-3 text-sm" role="status">
      <p className="font-medium">
        {isBlank
          ? t('No readable text on this product.')
          : readTheSame(labels)
            ? t('The label reads the same.')
            : t('The label reads differently: small print may be unreadable at this size.')}
      </p>
      {!isBlank && (
        <dl className="mt-2 grid grid-cols-2 gap-3">
          <LabelLines term={t('Before')} lines={labels.before} />
          <LabelLines term={t('In this picture')} lines={labels.after} />
        </dl>
      )}
    </div>
  );
}

function LabelLines({ term, lines }: { readonly term: string; readonly lines: readonly string[] }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{term}</dt>
      <dd dir="auto" className="break-words whitespace-pre-line">
        {lines.length === 0 ? t('Nothing') : lines.join('\n')}
      </dd>
    </div>
  );
}
