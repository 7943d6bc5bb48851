import { formatPercent } from '../../../../lib/page/percent.ts';
import { MatchField } from '../../panel/match-field.tsx';
import { useActions } from '../../state/use-studio.ts';
import { createSceneActions } from './scene-actions.ts';
import { useScene } from './use-scene.ts';

export function MatchSection() {
  const { setOption } = useActions(createSceneActions);
  const { matchPercent } = useScene();
  return (
    <MatchField
      value={matchPercent}
      max={100}
      step={1}
      text={formatPercent(matchPercent / 100)}
      onChange={(percent) => setOption('matchPercent', percent)}
    />
  );
}
