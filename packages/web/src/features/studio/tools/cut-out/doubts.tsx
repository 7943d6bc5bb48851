import { t } from '@packshot/contract/text/translation';
import type { Doubt } from '@packshot/contract/tools/doubts';
import { Check } from 'lucide';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Section } from '../../panel/section.tsx';
import { useActions, useCurrentResult } from '../../state/use-studio.ts';
import { doubtWords } from '@packshot/contract/tools/doubt-words';
import { currentResult } from '../../model/results.ts';
import type { StudioContext } from '../../state/studio-context.ts';

function createDoubtActions({ change }: StudioContext) {
  return {
    /** Clears the quality flags after the user has accepted the cut-out. */
    accept: (): void =>
      change((document) => {
        const looked = currentResult(document);
        const results = document.results.map((result) =>
          result.id === looked?.id ? { ...result, doubts: [] } : result,
        );
        return { ...document, results };
      }),
  };
}

const NONE: readonly Doubt[] = [];

export const useDoubts = (): readonly Doubt[] => useCurrentResult()?.doubts ?? NONE;

export function DoubtsSection() {
  const doubts = useDoubts();
  const { accept } = useActions(createDoubtActions);
  if (doubts.length === 0) return null;
  return (
    <Section title={t('Please check')} note={t('Marked on the picture.')}>
      <DoubtList doubts={doubts} />
      <Button variant="secondary" size="sm" icon={Check} onClick={accept} className="mt-3">
        {t('It looks right')}
      </Button>
    </Section>
  );
}

/** Compact list of quality flags on phones, without the reasons, which the sheet shows. */
export function DoubtsRow() {
  const doubts = useDoubts();
  const { accept } = useActions(createDoubtActions);
  if (doubts.length === 0) return null;
  return (
    <div className="mb-1 flex items-start gap-1 pl-1.5">
      <div className="min-w-0 flex-1">
        <DoubtList doubts={doubts} isShort />
      </div>
      <IconButton icon={Check} label={t('It looks right')} side="top" onClick={accept} />
    </div>
  );
}

interface DoubtListProps {
  readonly doubts: readonly Doubt[];
  readonly isShort?: boolean;
}

function DoubtList({ doubts, isShort = false }: DoubtListProps) {
  return (
    <ol className={isShort ? 'space-y-1' : 'space-y-2'} aria-label={t('Please check')}>
      {doubts.map((doubt, at) => {
        const { title, note } = doubtWords(doubt);
        return (
          <li key={JSON.stringify(doubt)} className="flex gap-2.5 text-sm">
            <DoubtNumber>{at + 1}</DoubtNumber>
            <div className="min-w-0">
              <p className="font-medium">{title}</p>
              {!isShort && <p className="text-xs text-muted">{note}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Number of a quality flag, also shown at the flagged area on the stage. */
export function DoubtNumber({ children }: { readonly children: number }) {
  return (
    <span
      aria-hidden
      className="inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-warning-soft text-xs font-semibold text-warning tabular-nums"
    >
      {children}
    </span>
  );
}
