import { t } from '@packshot/contract/text/translation';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { sceneTab } from '../../state/new-beside.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createSceneActions } from './scene-actions.ts';

export const useSceneTab = () => useStudioState(({ document }) => document && sceneTab(document));

/** Choice between changing the made scene and making a new one of its product; empty without a made scene. */
export function SceneSwitch() {
  const { beginBeside, endBeside } = useActions(createSceneActions);
  const tab = useSceneTab();
  if (tab === null) return null;
  return (
    <SegmentedControl
      label={t('Options')}
      value={tab}
      segments={[
        { value: 'adjust', label: t('Adjust this scene') },
        { value: 'new', label: t('New background') },
      ]}
      onChange={(chosen) => (chosen === 'adjust' ? endBeside() : beginBeside())}
      className="flex! w-full"
    />
  );
}
