import { t } from '@packshot/contract/text/translation';
import type { QualityFlag } from '@packshot/contract/tools/quality-flags';
import { Check } from 'lucide';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Section } from '../../panel/section.tsx';
import { useActions, useCurrentResult } from '../../state/use-studio.ts';
import { flagWords } from '@packshot/contract/tools/flag-words';
import { currentResult } from '../../model/results.ts';
import type { StudioContext } from '../../state/studio-context.ts';

function createFlagActions({ change }: StudioContext) {
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

const NONE: readonly QualityFlag[] = [];

export const useFlags = (): readonly QualityFlag[] => useCurrentResult()?.doubts ?? NONE;

export function FlagsSection() {
  const doubts = useFlags();
  const { accept } = useActions(createFlagActions);
  if (doubts.length === 0) return null;
  return (
    <Section title={t('Please check')} note={t('Marked on the picture.')}>
      <FlagList doubts={doubts} />
      <Button variant="secondary" size="sm" icon={Check} onClick={accept} className="mt-3">
        {t('It looks right')}
      </Button>
    </Section>
  );
}

/** Compact list of quality flags on phones, without the reasons, which the sheet shows. */
export function FlagsRow() {
  const doubts = useFlags();
  const { accept } = useActions(createFlagActions);
  if (doubts.length === 0) return null;
  return (
    <div className="mb-1 flex items-start gap-1 pl-1.5">
      <div className="min-w-0 flex-1">
        <FlagList doubts={doubts} isShort />
      </div>
      <IconButton icon={Check} label={t('It looks right')} side="top" onClick={accept} />
    </div>
  );
}

interface FlagListProps {
  readonly doubts: readonly QualityFlag[];
  readonly isShort?: boolean;
}

function FlagList({ doubts, isShort = false }: FlagListProps) {
  return (
    <ol className={isShort ? 'space-y-1' : 'space-y-2'} aria-label={t('Please check')}>
      {doubts.map((flag, at) => {
        const { title, note } = flagWords(flag);
        return (
          <li key={JSON.stringify(flag)} className="flex gap-2.5 text-sm">
            <FlagNumber>{at + 1}</FlagNumber>
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
export function FlagNumber({ children }: { readonly children: number }) {
  return (
    <span
      aria-hidden
      className="inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-warning-soft text-xs font-semibold text-warning tabular-nums"
    >
      {children}
    </span>
  );
}
