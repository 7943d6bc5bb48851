import { t } from '@packshot/contract/text/translation';
import { useStore } from 'zustand';
import type { RefineFind } from '@packshot/contract/tools/limits';
import { Pills } from '../../../panel/fields.tsx';
import { useActions, useStudioState } from '../../../state/use-studio.ts';
import { createRefineActions } from '../refine-actions.ts';
import { createSearchActions } from './search-actions.ts';

const FINDS: readonly { readonly value: RefineFind; readonly label: string }[] = [
  { value: 'only', label: t('Only this') },
  { value: 'restore', label: t('Keep it') },
  { value: 'erase', label: t('Remove it') },
];
const KINDS = [
  { value: 'box', label: t('Box') },
  { value: 'line', label: t('Line') },
] as const;

export function SearchOptions() {
  const { store, setFind } = useActions(createSearchActions);
  const refineActions = useActions(createRefineActions);
  const find = useStore(store, (state) => state.find);
  const hand = useStudioState((state) => state.refineHand);
  const hint = useStudioState(({ job }) =>
    job.phase === 'failed' && job.failure.remedy === 'draw-again' ? job.failure.message : null,
  );
  return (
    <div className="flex shrink-0 flex-wrap gap-x-4 gap-y-2">
      <Pills
        label={t('Found object')}
        value={find}
        options={FINDS}
        onChange={setFind}
        className="flex-nowrap!"
      />
      <Pills
        label={t('Draw')}
        value={hand === 'line' ? 'line' : 'box'}
        options={KINDS}
        onChange={(kind) => refineActions.open(kind)}
        className="flex-nowrap!"
      />
      <p role="status" className="w-full text-sm text-muted empty:hidden">
        {hint}
      </p>
    </div>
  );
}
