import { t } from '@packshot/contract/text/translation';
import { useStore } from 'zustand';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createSceneTabs } from '../../state/scene-tabs.ts';

/** Whether the panel shows the settings of the made scene on the stage. */
export function useIsAdjusting(): boolean {
  const currentId = useStudioState(({ document }) => document?.edits.currentId);
  return useStore(useActions(createSceneTabs), ({ newBesideId }) => newBesideId !== currentId);
}

/** Choice between the settings of the made scene on the stage and those of a new background. */
export function SceneSwitch() {
  const tabs = useActions(createSceneTabs);
  const currentId = useStudioState(({ document }) => document?.edits.currentId ?? null);
  return (
    <SegmentedControl
      label={t('Options')}
      value={useIsAdjusting() ? 'adjust' : 'new'}
      segments={[
        { value: 'adjust', label: t('Adjust this scene') },
        { value: 'new', label: t('New background') },
      ]}
      onChange={(chosen) => tabs.setState({ newBesideId: chosen === 'adjust' ? null : currentId })}
      className="flex! w-full"
    />
  );
}
