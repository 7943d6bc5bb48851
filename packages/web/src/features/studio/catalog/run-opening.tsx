import { t } from '@packshot/contract/text/translation';
import { useStore } from 'zustand';
import { Spinner } from '../../../ui/spinner.tsx';
import { useActions } from '../state/use-studio.ts';
import { createRunFix } from './run-fix.ts';

/** Note above the page while a row of a run is being opened, which takes a few seconds. */
export function RunOpening() {
  const name = useStore(useActions(createRunFix).store, ({ opening }) => opening);
  if (name === null) return null;
  return (
    <p
      role="status"
      className="pointer-events-none fixed inset-x-0 top-16 z-30 mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-2 rounded-full border border-line bg-raised px-4 py-2 text-sm shadow-mid"
    >
      <Spinner />
      {t('{name} is being opened.', { name })}
    </p>
  );
}
