import { t } from '@packshot/contract/text/translation';
import { SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { Check } from 'lucide';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Reference, SceneFacts } from '@packshot/contract/tools/scene';
import { promisedWords } from '@packshot/image-engine/pixels';
import type { PromisedWords } from '@packshot/image-engine/pixels';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { chosenReference } from '../../composite/composing.ts';
import { createEngines, isOtherChosen } from '../../run/engines.ts';
import { CONCEPT_NAMES } from './concept-names.ts';
import { createLiveScenes } from './live-scenes.ts';
import { createSceneActions } from './scene-actions.ts';
import { useActions, useStudioState, useTool } from '../../state/use-studio.ts';
import { useScene } from './use-scene.ts';
import { readScale } from './read-scale.ts';

const CHIP = 'inline-flex h-6 max-w-full items-center gap-1 rounded-full px-2.5 text-xs';
const OPEN_CHIP = 'border border-dashed border-line-strong text-muted';

/** How the scenes will follow the current prompt; null while the references load, and for an external engine. */
function usePromisedWords(): PromisedWords | null {
  const engines = useActions(createEngines);
  const sceneActions = useActions(createSceneActions);
  const { prompt, reference, light, scale: selectedScale } = useScene();
  const scale = useStudioState(({ document }) => selectedScale ?? (document && readScale(document)));
  const references = useStudioState(({ shelf }) => shelf.references);
  const tool = useTool();
  // True for an external engine, which interprets prompts in its own way.
  const isReadElsewhere = useStore(engines.store, (state) =>
    isOtherChosen(state, tool === 'inspire' ? 'inspire' : 'scene'),
  );
  useEffect(() => void sceneActions.loadReferences(), [sceneActions]);
  const referenceId = reference?.kind === 'built-in' ? reference.id : null;
  const words = useMemo(
    () => (references.length === 0 ? null : promisedWords(prompt, references, { referenceId, light, scale })),
    [prompt, references, referenceId, light, scale],
  );
  const live = useActions(createLiveScenes);
  const shown = useStore(live.state, (now) => now.shown);
  const isShown = shown?.facts !== undefined && shown.key === live.key();
  if (isReadElsewhere || words === null) return null;
  return isShown ? asShown(words, shown.facts) : words;
}

/** Words that the picture on the stage follows; other variants may follow more. */
function asShown(words: PromisedWords, { understood }: SceneFacts): PromisedWords {
  const phrases = new Set(understood.map(({ phrase }) => phrase));
  const all = [...words.followed.map((word) => ({ ...word, instead: null })), ...words.lost];
  return {
    ...words,
    followed: all.filter(({ phrase }) => phrases.has(phrase)),
    lost: all.filter(({ phrase }) => !phrases.has(phrase)),
  };
}

/** Words of the prompt that the panel shows as missing from the scene. */
export function useMissingWords(): readonly string[] {
  const words = usePromisedWords();
  return words === null ? [] : [...words.lost.map(({ phrase }) => phrase), ...words.unknown];
}

/** References closest to a prompt if no scene contains everything in it; empty once the user has selected one. */
export function useNearest(): readonly Reference[] {
  const words = usePromisedWords();
  const { reference } = useScene();
  const references = useStudioState(({ shelf }) => shelf.references);
  if (words === null || reference !== null) return [];
  return words.near.flatMap((near) => references.find(({ id }) => id === near) ?? []);
}

/** Removes repeated words from the list. */
const onceEach = <Word extends { readonly phrase: string }>(words: readonly Word[]): readonly Word[] => [
  ...new Map(words.map((word) => [word.phrase.toLowerCase(), word])).values(),
];

/** Name of a concept in the language of the page, if it has one. */
const toName = (concept: string): string => CONCEPT_NAMES[concept] ?? concept;

/** Shows how scenes will follow the prompt while the user types. Words that can't be shown are listed apart. */
export function Understood() {
  const title = useStudioState((state) => chosenReference(state)?.title ?? null);
  const { prompt, reference, palette } = useScene();
  const { setScenePrompt } = useActions(createSceneActions);
  const words = usePromisedWords();
  if (!words || isSilent(words)) return null;
  const { unknown } = words;
  const followedWords = onceEach(words.followed).map((word) => ({ ...word, as: toName(word.as) }));
  const ignoredWords = onceEach(words.lost).map((word) => ({
    ...word,
    as: toName(word.as),
    instead: word.instead && toName(word.instead),
  }));
  const isRefused = words.isNothingShown && reference === null && palette.length === 0;
  const sentence = isRefused ? null : formatSentence(words, title);
  return (
    <>
      {/* The suggestions are above the words, because a long list of words would move them out of view on phones. */}
      {isRefused && (
        <p role="status" className="mt-2 text-xs font-medium">
          {NOTHING_SHOWN}
        </p>
      )}
      <ul aria-label={t('How your words are understood')} className="mt-2 flex flex-wrap gap-1.5">
        {followedWords.map(({ phrase, as }) => (
          <li
            key={phrase}
            title={t('Understood as: {meaning}', { meaning: as })}
            className={classNames(CHIP, 'bg-success-soft font-medium text-success')}
          >
            <Icon of={Check} sizePx={12} />
            <bdi translate="no" className="truncate">
              {phrase}
            </bdi>
            <span className="sr-only">{`, ${t('understood as {meaning}', { meaning: as })}`}</span>
          </li>
        ))}
        {ignoredWords.map(({ phrase, as, instead }) => (
          <li
            key={phrase}
            title={t('Understood as: {meaning}. These scenes can’t show it.', { meaning: as })}
            className={`${CHIP} ${OPEN_CHIP}`}
          >
            <bdi translate="no" className="truncate line-through">
              {phrase}
            </bdi>
            {instead !== null && (
              <button
                type="button"
                title={t('Write “{instead}” instead of “{words}”', { instead, words: phrase })}
                onClick={() =>
                  setScenePrompt(replaceWords(prompt, phrase, instead).slice(0, SCENE_PROMPT_MAX_LENGTH))
                }
                className="cursor-pointer font-medium text-ink underline underline-offset-2 pointer-coarse:py-2"
              >
                {t('instead: {words}', { words: instead })}
              </button>
            )}
            <span className="sr-only">{`, ${t('not in these scenes')}`}</span>
          </li>
        ))}
        {unknown.map((word) => (
          <li
            key={word}
            title={t('Not recognized; may still vary the result')}
            className={`${CHIP} ${OPEN_CHIP}`}
          >
            <bdi translate="no" className="truncate">
              {word}
            </bdi>
            <span className="sr-only">{`, ${t('not understood')}`}</span>
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

const LETTER = /[\p{L}\p{N}]/u;

/** Prompt with a phrase replaced: where its words stand alone, or else within a longer word. */
function replaceWords(prompt: string, phrase: string, instead: string): string {
  for (let at = prompt.indexOf(phrase); at >= 0; at = prompt.indexOf(phrase, at + 1)) {
    const after = at + phrase.length;
    if (!LETTER.test(prompt.charAt(at - 1)) && !LETTER.test(prompt.charAt(after)))
      return prompt.slice(0, at) + instead + prompt.slice(after);
  }
  return prompt.replace(phrase, () => instead);
}

/** Sentence if nothing in the prompt can be shown. The server applies the same rule and then charges nothing. */
const NOTHING_SHOWN = t(
  'No scene matches these words, so nothing is generated or charged. Use other words, or pick a scene below.',
);

const isSilent = ({ followed, lost, unknown }: PromisedWords): boolean =>
  followed.length + lost.length + unknown.length === 0;

/** Sentence about words that the scenes will ignore, or null if there are none. */
function formatSentence({ lost }: PromisedWords, title: string | null): string | null {
  if (lost.length > 0)
    return title === null
      ? t('This kind of scene can’t show the crossed-out words.')
      : t('The scene “{title}” can’t show the crossed-out words.', { title });
  return null;
}
