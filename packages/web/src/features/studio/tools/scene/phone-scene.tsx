import { isFlat } from '../../composite/composing.ts';
import { adjustableScene } from '../../model/adjustment.ts';
import { useStudioState } from '../../state/use-studio.ts';
import { BackgroundKinds } from './background-options.tsx';
import { ColorOptions, PictureOptions } from './flat-options.tsx';
import { HiddenProducts } from './hidden-products.tsx';
import { PhoneAdjust } from './phone-adjust.tsx';
import { ScenePromptField } from './prompt-section.tsx';
import { ReferenceRow } from './reference-section.tsx';
import { SceneSwitch } from './scene-switch.tsx';
import { Understood } from './understood.tsx';
import { useScene } from './use-scene.ts';

/** Options of the made scene on the stage, or of a new background. */
export default function PhoneScene() {
  const document = useStudioState((state) => state.document);
  const adjustable = document && adjustableScene(document);
  return (
    <div className="space-y-1">
      <SceneSwitch />
      <HiddenProducts />
      {adjustable ? <PhoneAdjust scene={adjustable} /> : <NewBackground />}
    </div>
  );
}

function NewBackground() {
  const { background } = useScene();
  const isComposedHere = useStudioState(({ document }) => document !== null && isFlat(document.edits.scene));
  return (
    <div className="space-y-1.5">
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
