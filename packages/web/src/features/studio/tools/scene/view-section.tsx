import { t } from '@packshot/contract/text/translation';
import { leadsToHanging, scenesFitting, viewInPose, viewInWords } from '@packshot/image-engine/pixels';
import { likelyView, POSES, STRAIGHT_ABOVE_DEG, sureView } from '@packshot/contract/tools/view';
import type { Pose, ProductView } from '@packshot/contract/tools/view';
import { chosenReference, isFlat, productIn } from '../../composite/composing.ts';
import { posesInMade, viewOfNamed } from '../../composite/product-view.ts';
import { adjustableScene } from '../../model/adjustment.ts';
import { typedName } from '../../model/document.ts';
import { findView } from '../../model/results.ts';
import { Section } from '../../panel/section.tsx';
import { isBusy } from '../../state/studio-state.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createSceneActions } from './scene-actions.ts';
import { readScale } from './read-scale.ts';
import { useScene } from './use-scene.ts';
import { ViewSelect } from '../../panel/view-select.tsx';
import { cameraWords, heightChoices, heightWords, POSE_WORDS } from '../../panel/view-words.ts';

/** Camera views of the product: as chosen, as read from photo, name and words, and as the scene will show it. */
function useProductViews() {
  const scene = useScene();
  const read = useStudioState(({ document }) => {
    const product = document && productIn(document);
    return product ? findView(document, product.id) : null;
  });
  const name = useStudioState(({ document }) => (document ? typedName(document) : ''));
  const named = viewOfNamed(read, name);
  const chosen = scene.view;
  const likely = likelyView(named);
  const isWordy = !isFlat(scene) && scene.look === null;
  const automatic = isWordy ? viewInWords(likely, scene.prompt) : likely;
  const isFromWords = chosen === null && automatic !== likely;
  return { chosen, named, automatic, shown: chosen ?? automatic, isFromWords };
}

/** Options for the product's pose and camera angle, which scene and shadow match: detected, unless the user sets them. */
export function ViewSection() {
  const { setView } = useActions(createSceneActions);
  const { chosen, named, automatic, shown, isFromWords } = useProductViews();
  const pose = chosen?.pose ?? shown?.pose ?? 'stands';
  const note = isFromWords ? t('From your words') : formatNote(chosen, sureView(named) !== null);
  const setHeight = (elevationDeg: number | null): void => {
    if (elevationDeg !== null) setView({ pose, elevationDeg });
    // Without a chosen angle, a pose that differs from the detected one is still set by the user.
    else setView(chosen && pose !== automatic?.pose ? viewInPose(automatic, pose) : null);
  };
  return (
    <Section title={t('Pose and camera angle')} note={note}>
      <div className="grid grid-cols-[2fr_3fr] gap-2">
        <PoseSelect
          chosen={chosen?.pose ?? null}
          detected={automatic?.pose ?? null}
          onChoose={(next) => setView(next && viewInPose(automatic, next))}
        />
        <ViewSelect
          label={t('Camera angle of the product photo')}
          choices={heightChoices(pose).map(cameraWords)}
          chosen={chosen && cameraWords(chosen.elevationDeg)}
          detected={detectedWords(automatic && heightWords(automatic.elevationDeg))}
          onChoose={(words) =>
            setHeight(heightChoices(pose).find((each) => cameraWords(each) === words) ?? null)
          }
        />
      </div>
    </Section>
  );
}

interface PoseSelectProps {
  readonly chosen: Pose | null;
  /** Pose that applies by default; null if it isn't detected yet, and the server detects it. */
  readonly detected: Pose | null;
  readonly onChoose: (pose: Pose | null) => void;
  readonly isSmall?: boolean;
}

/** Form field for the product's pose. */
function PoseSelect({ chosen, detected, onChoose, isSmall = false }: PoseSelectProps) {
  return (
    <ViewSelect
      isSmall={isSmall}
      label={t('Pose of the product')}
      choices={POSES.map((pose) => POSE_WORDS[pose])}
      chosen={chosen && POSE_WORDS[chosen]}
      detected={detectedWords(detected && POSE_WORDS[detected])}
      onChoose={(words) => onChoose(POSES.find((pose) => POSE_WORDS[pose] === words) ?? null)}
    />
  );
}

/** Pose of the product in a made scene. The scene's camera stays, so only the product and its shadow change. */
export function MadePose() {
  const { setMadePose } = useActions(createSceneActions);
  const document = useStudioState((state) => state.document);
  const isRunning = useStudioState(isBusy);
  const scene = document && adjustableScene(document);
  if (!scene) return null;
  const { made, now } = posesInMade(document, scene);
  return (
    <fieldset disabled={isRunning} className="min-w-0">
      <PoseSelect
        isSmall
        chosen={now === made ? null : now}
        detected={made}
        onChoose={(pose) => setMadePose(pose === made ? null : pose)}
      />
    </fieldset>
  );
}

function formatNote(selectedView: ProductView | null, isSure: boolean): string {
  if (selectedView !== null) return t('Set by you');
  return isSure ? t('From the photo') : t('Not sure');
}

/** @param words null if nothing is detected yet; the server then detects it when the picture is made */
const detectedWords = (words: string | null): string =>
  words === null ? t('Detected from the picture') : t('Auto: {value}', { value: words });

/**
 * Warns the user before payment if the scene can't show the product in its camera view, or if furniture gets a room
 * instead of the chosen scene.
 */
export function UnfittingView() {
  const { shown: view } = useProductViews();
  const references = useStudioState(({ shelf }) => shelf.references);
  const reference = useStudioState(chosenReference);
  const { prompt } = useScene();
  const isHeld = useStudioState(({ document, boxes }) => {
    const product = document && productIn(document);
    return product !== null && boxes[product.id]?.hangsFromEdge === true;
  });
  const scale = useStudioState(
    ({ document }) => document && (document.edits.scene.scale ?? readScale(document)),
  );
  if (reference !== null && scale === 'furniture')
    return <Note>{t('Furniture stands on the floor, so a room replaces this scene.')}</Note>;
  if (isHeld || view === null || references.length === 0) return null;
  const sentence =
    view.pose === 'hangs'
      ? hangingSentence(prompt, reference !== null)
      : formatSentence(view, scenesFitting(view.elevationDeg, references, reference?.id ?? null));
  return sentence === null ? null : <Note>{sentence}</Note>;
}

const Note = ({ children }: { readonly children: string }) => (
  <p role="status" className="text-xs text-muted">
    {children}
  </p>
);

/** Sentence if a hanging product can't be shown: it needs a rail or hook, which the place lacks. */
function hangingSentence(prompt: string, hasReference: boolean): string | null {
  if (hasReference)
    return t('Products can’t hang in this scene. “Surprise me” chooses a clothes rail or a wall hook.');
  return leadsToHanging(prompt, 'hangs')
    ? null
    : t('Products can’t hang in the place that you describe. Add “on a hanger” or “on a wall hook”.');
}

function formatSentence(
  { pose, elevationDeg }: ProductView,
  fitting: ReturnType<typeof scenesFitting>,
): string | null {
  if (pose === 'floats' || fitting === 'chosen') return null;
  if (fitting === 'others' && elevationDeg >= STRAIGHT_ABOVE_DEG)
    return t('Your photo was taken from above, so the product lies on a similar surface instead.');
  const height = heightWords(elevationDeg);
  return fitting === 'others'
    ? t(
        'This scene doesn’t have your photo’s camera angle ({height}). “Surprise me” can choose one that does.',
        { height },
      )
    : t('No scene has your photo’s camera angle ({height}) yet: a color or your own picture fits better.', {
        height,
      });
}
