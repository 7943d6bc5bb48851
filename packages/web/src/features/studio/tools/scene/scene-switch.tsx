import { t } from '@packshot/contract/text/translation';
import { useStore } from 'zustand';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { useActions } from '../../state/use-studio.ts';
import { createSceneTabs } from './scene-tabs.ts';

export const useIsAdjusting = (): boolean =>
  useStore(useActions(createSceneTabs), ({ isAdjusting }) => isAdjusting);

/** Choice between the settings of the made scene on the stage and those of a new background. */
export function SceneSwitch() {
  const tabs = useActions(createSceneTabs);
  return (
    <SegmentedControl
      label={t('Options')}
      value={useIsAdjusting() ? 'adjust' : 'new'}
      segments={[
        { value: 'adjust', label: t('Adjust this scene') },
        { value: 'new', label: t('New background') },
      ]}
      onChange={(chosen) => tabs.setState({ isAdjusting: chosen === 'adjust' })}
      className="flex! w-full"
    />
  );
}
