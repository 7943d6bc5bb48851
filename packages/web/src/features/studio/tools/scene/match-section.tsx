import { SliderField } from '../../panel/fields.tsx';
import { useActions } from '../../state/use-studio.ts';
import { Button } from '../../../../ui/button.tsx';
import { createSceneActions } from './scene-actions.ts';
import { useScene } from './use-scene.ts';

/** How far the product takes on the light of the scene; “Exact” leaves its colors as they are in the photo. */
export function MatchSection() {
  const { setMatch } = useActions(createSceneActions);
  const { matchPercent } = useScene();
  const isExact = matchPercent === 0;
  return (
    <div className="flex items-end gap-3 px-4 pb-4">
      <div className="min-w-0 flex-1">
        <SliderField
          label="Match the scene"
          min={0}
          max={100}
          step={1}
          value={matchPercent}
          text={isExact ? 'Exact' : `${matchPercent}%`}
          onChange={setMatch}
        />
      </div>
      <Button
        size="sm"
        variant="secondary"
        aria-pressed={isExact}
        disabled={isExact}
        title="Leave the product’s colors exactly as they are in the photo"
        onClick={() => setMatch(0)}
        className="pointer-coarse:h-11"
      >
        Exact
      </Button>
    </div>
  );
}
