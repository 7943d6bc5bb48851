import { Check } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Reference } from '@packshot/contract/tools/scene';
import { promisedWords } from '@packshot/image-engine/pixels';
import type { PromisedWords } from '@packshot/image-engine/pixels';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { chosenReference } from '../../composite/composing.ts';
import { createEngines, isOtherChosen } from '../../run/engines.ts';
import { createSceneActions } from './scene-actions.ts';
import { useActions, useStudioState, useTool } from '../../state/use-studio.ts';
import { useScene } from './use-scene.ts';
import { readScale } from './read-scale.ts';

const CHIP = 'inline-flex h-6 max-w-full items-center gap-1 rounded-full px-2.5 text-xs';
const OPEN_CHIP = 'border border-dashed border-line-strong text-muted';

/** What the scenes will have of the words, as they are read now; null while the references load, and for another engine. */
function usePromisedWords(): PromisedWords | null {
  const engines = useActions(createEngines);
  const sceneActions = useActions(createSceneActions);
  const { prompt, reference, light, scale: chosen } = useScene();
  const scale = useStudioState(({ document }) => chosen ?? (document && readScale(document)));
  const references = useStudioState(({ shelf }) => shelf.references);
  const tool = useTool();
  // Another engine reads words in its own way.
  const isReadElsewhere = useStore(engines.store, (state) =>
    isOtherChosen(state, tool === 'inspire' ? 'inspire' : 'scene'),
  );
  useEffect(() => void sceneActions.loadReferences(), [sceneActions]);
  const referenceId = reference?.kind === 'built-in' ? reference.id : null;
  const words = useMemo(
    () => (references.length === 0 ? null : promisedWords(prompt, references, { referenceId, light, scale })),
    [prompt, references, referenceId, light, scale],
  );
  return isReadElsewhere ? null : words;
}

/** The references that come nearest to words that no scene shows completely; none once one is chosen. */
export function useNearest(): readonly Reference[] {
  const words = usePromisedWords();
  const { reference } = useScene();
  const references = useStudioState(({ shelf }) => shelf.references);
  if (words === null || reference !== null) return [];
  return words.near.flatMap((near) => references.find(({ id }) => id === near) ?? []);
}

/** A word that is written many times is said once. */
const onceEach = <Word extends { readonly phrase: string }>(words: readonly Word[]): readonly Word[] => [
  ...new Map(words.map((word) => [word.phrase.toLowerCase(), word])).values(),
];

/** What the scenes will have of the words, while they are written: what none of them shows is not promised. */
export function Understood() {
  const title = useStudioState((state) => chosenReference(state)?.title ?? null);
  const { reference, palette } = useScene();
  const words = usePromisedWords();
  if (!words || isSilent(words)) return null;
  const { unknown } = words;
  const [kept, lost] = [onceEach(words.kept), onceEach(words.lost)];
  const isRefused = words.isNothingShown && reference === null && palette.length === 0;
  const sentence = isRefused ? null : sentenceOf(words, title);
  return (
    <>
      {/* Before the words: there may be many, and on a phone what comes after them is out of sight. */}
      {isRefused && (
        <p role="status" className="mt-2 text-xs font-medium">
          {NOTHING_SHOWN}
        </p>
      )}
      <ul aria-label="How your words are understood" className="mt-2 flex flex-wrap gap-1.5">
        {kept.map(({ phrase, as }) => (
          <li
            key={phrase}
            title={`Understood as: ${as}`}
            className={classNames(CHIP, 'bg-success-soft font-medium text-success')}
          >
            <Icon of={Check} sizePx={12} />
            <bdi className="truncate">{phrase}</bdi>
            <span className="sr-only">, understood as {as}</span>
          </li>
        ))}
        {lost.map(({ phrase, as, instead }) => (
          <li
            key={phrase}
            title={`Understood as: ${as}. Not in these scenes`}
            className={`${CHIP} ${OPEN_CHIP}`}
          >
            <bdi className="truncate line-through">{phrase}</bdi>
            {instead !== null && <span>instead: {instead}</span>}
            <span className="sr-only">, not in these scenes</span>
          </li>
        ))}
        {unknown.map((word) => (
          <li key={word} title="Not recognized; may still vary the result" className={`${CHIP} ${OPEN_CHIP}`}>
            <bdi className="truncate">{word}</bdi>
            <span className="sr-only">, not understood</span>
          </li>
        ))}
      </ul>
      {sentence !== null && (
        <p role="status" className="mt-1.5 text-xs text-muted">
          {sentence}
        </p>
      )}
    </>
  );
}

/** The server says the same, and charges nothing. */
const NOTHING_SHOWN =
  'No scene matches these words, so nothing is generated or charged. Use other words, or pick a scene below.';

const isSilent = ({ kept, lost, unknown }: PromisedWords): boolean =>
  kept.length + lost.length + unknown.length === 0;

/** What becomes of words that no scene will show; null when all are followed but some that mean nothing. */
function sentenceOf({ lost }: PromisedWords, title: string | null): string | null {
  if (lost.length > 0)
    return title === null
      ? 'Crossed out: no set that matches the rest includes this.'
      : `Crossed out: the reference “${title}” decides what is there, and does not show this.`;
  return null;
}
