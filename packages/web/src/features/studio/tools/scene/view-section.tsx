import { t } from '@packshot/contract/text/translation';
import { leadsToHanging, scenesFitting, viewInWords } from '@packshot/image-engine/pixels';
import { likelyView, STRAIGHT_ABOVE_DEG, sureView } from '@packshot/contract/tools/view';
import type { ProductView } from '@packshot/contract/tools/view';
import { chosenReference, isFlat, productIn } from '../../composite/composing.ts';
import { viewOfNamed } from '../../composite/product-view.ts';
import { typedName } from '../../model/document.ts';
import { findView } from '../../model/results.ts';
import { Section } from '../../panel/section.tsx';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createSceneActions } from './scene-actions.ts';
import { readScale } from './read-scale.ts';
import { useScene } from './use-scene.ts';
import { ViewSelect } from '../../panel/view-select.tsx';
import { heightWords, photoViewWords, VIEW_CHOICES, viewWords } from '../../panel/view-words.ts';

/** Camera views of the product: as chosen, as read from its photo and name, and as the scene will show it. */
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
  const inPhoto = chosen ?? likely;
  const isWordy = chosen === null && !isFlat(scene) && scene.look === null;
  const shown = isWordy ? viewInWords(inPhoto, scene.prompt) : inPhoto;
  return { chosen, named, likely, shown, isFromWords: shown !== inPhoto };
}

/** Option for the product's camera view, which scene and shadow match: detected, unless the user sets it. */
export function ViewSection() {
  const { setView } = useActions(createSceneActions);
  const { chosen, named, likely, shown, isFromWords } = useProductViews();
  return (
    <Section
      title={t('Camera angle')}
      note={isFromWords ? t('From your words') : formatNote(chosen, sureView(named) !== null)}
    >
      <ViewSelect
        label={t('Camera angle of the product photo')}
        choices={VIEW_CHOICES.map(viewWords)}
        chosen={isFromWords ? null : chosen && viewWords(chosen)}
        detected={isFromWords ? detectedWords(shown, false) : detectedWords(likely, chosen !== null)}
        onChoose={(words) => setView(VIEW_CHOICES.find((view) => viewWords(view) === words) ?? null)}
      />
    </Section>
  );
}

function formatNote(selectedView: ProductView | null, isSure: boolean): string {
  if (selectedView !== null) return t('Set by you');
  return isSure ? t('From the photo') : t('Not sure');
}

/** @param view null if not yet detected; the server then detects it when the picture is made */
function detectedWords(view: ProductView | null, isAnotherChosen: boolean): string {
  if (view === null) return t('Detected from the picture');
  return isAnotherChosen ? photoViewWords(view) : viewWords(view);
}

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
