import { scenesFitting } from '@packshot/image-engine/pixels';
import { likelyView, sureView, USUAL_VIEW } from '@packshot/contract/tools/view';
import type { ProductView } from '@packshot/contract/tools/view';
import { chosenReference, productIn } from '../../composite/composing.ts';
import { viewOf } from '../../model/results.ts';
import { Section } from '../../panel/section.tsx';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createSceneActions } from './scene-actions.ts';
import { useScene } from './use-scene.ts';
import { heightWords, VIEW_CHOICES, viewWords } from '../../panel/view-words.ts';

const FROM_PHOTO = 'photo';

/** How the product was photographed, which its scene has to match: as it was read, until somebody says otherwise. */
export function ViewSection() {
  const { setView } = useActions(createSceneActions);
  const { view: chosen } = useScene();
  const read = useStudioState(({ document }) => {
    const product = document && productIn(document);
    return product ? viewOf(document, product.id) : null;
  });
  const likely = likelyView(read);
  const fromPhoto = viewWords(likely ?? USUAL_VIEW);
  const value = chosen === null ? FROM_PHOTO : viewWords(chosen);
  const isListed = chosen === null || VIEW_CHOICES.some((view) => viewWords(view) === value);
  return (
    <Section title="Photographed" note={noteOf(chosen, sureView(read) !== null)}>
      <select
        aria-label="How the product was photographed"
        value={value}
        onChange={({ currentTarget }) =>
          setView(VIEW_CHOICES.find((view) => viewWords(view) === currentTarget.value) ?? null)
        }
        className="h-9 w-full rounded-md border border-field-line bg-surface px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:text-base"
      >
        <option value={FROM_PHOTO}>
          {chosen === null ? fromPhoto : `As in the photo: ${lower(fromPhoto)}`}
        </option>
        {!isListed && <option value={value}>{value}</option>}
        {VIEW_CHOICES.map(viewWords).map((words) => (
          <option key={words} value={words}>
            {words}
          </option>
        ))}
      </select>
      <Unfitting view={chosen ?? likely} />
    </Section>
  );
}

const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

function noteOf(chosen: ProductView | null, isSure: boolean): string {
  if (chosen !== null) return 'Set by you';
  return isSure ? 'From the photo' : 'Not sure';
}

/** Says where no scene was photographed from the product's own height, before it is paid for. */
function Unfitting({ view }: { readonly view: ProductView | null }) {
  const references = useStudioState(({ shelf }) => shelf.references);
  const reference = useStudioState(chosenReference);
  if (view === null || references.length === 0) return null;
  const sentence = sentenceOf(view, scenesFitting(view.elevationDeg, references, reference?.id ?? null));
  return sentence === null ? null : (
    <p role="status" className="mt-2 text-xs text-muted">
      {sentence}
    </p>
  );
}

const INSTEAD = 'a color or your own picture fits better.';

function sentenceOf(
  { pose, elevationDeg }: ProductView,
  fitting: ReturnType<typeof scenesFitting>,
): string | null {
  if (pose === 'hangs') return `No scene has a place to hang a product yet; ${INSTEAD}`;
  if (pose === 'floats' || fitting === 'chosen') return null;
  const height = heightWords(elevationDeg).replace(/^seen /, '');
  return fitting === 'others'
    ? `This reference is not seen ${height}; “Any” can choose a scene that is.`
    : `No scene is seen ${height} yet; ${INSTEAD}`;
}
