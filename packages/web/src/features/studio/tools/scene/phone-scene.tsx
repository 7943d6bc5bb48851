import { useStudioState } from '../../state/use-studio.ts';
import { isFlat } from '../../composite/composing.ts';
import { BackgroundKinds } from './background-options.tsx';
import { ColorOptions, PictureOptions } from './flat-options.tsx';
import { ScenePromptField } from './prompt-section.tsx';
import { ReferenceRow } from './reference-section.tsx';
import { Understood } from './understood.tsx';
import { useScene } from './use-scene.ts';

export default function PhoneScene() {
  const { background } = useScene();
  const isComposedHere = useStudioState(({ document }) => document !== null && isFlat(document.edits.scene));
  return (
    <div className="space-y-2">
      <BackgroundKinds />
      {!isComposedHere && <ScenePromptField rows={1} />}
      {!isComposedHere && (
        <div className="max-h-14 overflow-y-auto">
          <Understood />
        </div>
      )}
      {!isComposedHere && <ReferenceRow />}
      {background === 'color' && <ColorOptions />}
      {background === 'picture' && <PictureOptions />}
    </div>
  );
}
