import { SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract/limits';
import { Check, Sparkles } from 'lucide-react';
import { useId, useMemo } from 'react';
import { useStore } from 'zustand';
import { readScenePrompt } from '@packshot/image-engine/pixels';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { isOtherChosen } from '../../engines/engines.ts';
import { theStudio } from '../../studio.ts';
import { useStudio, useTool } from '../../use-studio.ts';
import { useScene } from './use-scene.ts';

/** The scene in words, what of it is understood, and scenes that are thought up for the product. */
export function PromptSection() {
  const tool = useTool();
  const hasPhoto = useStudio((state) => state.document?.photo != null);
  return (
    <section>
      <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-sm font-semibold tracking-normal">Describe the scene</h2>
        {tool === 'scene' && hasPhoto && <AutoPrompt />}
      </div>
      <ScenePromptField />
      <Understood />
      <Suggestions />
    </section>
  );
}

function AutoPrompt() {
  const phase = useStudio((state) => state.assist.phase);
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={Sparkles}
      loading={phase === 'busy'}
      onClick={() => void theStudio().assistant.suggest()}
      className="-mr-2 text-accent-text pointer-coarse:h-10"
    >
      Auto-prompt
    </Button>
  );
}

/** @param rows lines that are shown at once */
export function ScenePromptField({ rows = 3 }: { readonly rows?: number }) {
  const { prompt } = useScene();
  const hasFailed = useStudio((state) => state.assist.phase === 'failed');
  const id = useId();
  return (
    <>
      <textarea
        rows={rows}
        value={prompt}
        maxLength={SCENE_PROMPT_MAX_LENGTH}
        placeholder={
          rows === 1 ? 'Marble podium, morning light' : 'Marble podium, blush backdrop, soft morning light'
        }
        aria-label="Describe the scene"
        aria-describedby={id}
        onChange={(event) => theStudio().scene.setScenePrompt(event.currentTarget.value)}
        onBlur={() => theStudio().endGesture()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void theStudio().run();
        }}
        className="block w-full resize-none rounded-md border border-field-line bg-surface px-3 py-2 text-sm placeholder:text-muted pointer-coarse:text-base"
      />
      <p id={id} className={hasFailed ? 'mt-1.5 text-xs text-danger' : 'sr-only'}>
        {hasFailed
          ? 'No prompt could be written for this product. Describe the scene yourself.'
          : 'Colours, materials, places, seasons, light and things to be seen.'}
      </p>
    </>
  );
}

/** What the studio makes of the words, while they are written. */
export function Understood() {
  const { prompt } = useScene();
  const reading = useMemo(() => readScenePrompt(prompt), [prompt]);
  const { understood, ignored } = reading;
  const tool = useTool();
  // Another engine reads words in its own way.
  const isReadElsewhere = useStore(theStudio().engines.store, (state) =>
    isOtherChosen(state, tool === 'inspire' ? 'inspiration' : 'background'),
  );
  if (isReadElsewhere || (understood.length === 0 && ignored.length === 0)) return null;
  return (
    <ul aria-label="How it is understood" className="mt-2 flex flex-wrap gap-1.5">
      {understood.map(({ phrase, as }) => (
        <li
          key={phrase}
          title={`Understood as: ${as}`}
          className="inline-flex h-6 items-center gap-1 rounded-full bg-success-soft px-2.5 text-xs font-medium text-success"
        >
          <Icon of={Check} sizePx={12} />
          {phrase}
          <span className="sr-only">, understood as {as}</span>
        </li>
      ))}
      {ignored.map((word) => (
        <li
          key={word}
          title="Not understood; it only adds variety"
          className="inline-flex h-6 items-center rounded-full border border-dashed border-line-strong px-2.5 text-xs text-muted"
        >
          {word}
          <span className="sr-only">, not understood</span>
        </li>
      ))}
    </ul>
  );
}

function Suggestions() {
  const suggestions = useStudio((state) => state.assist.suggestions);
  const { prompt } = useScene();
  if (suggestions.length === 0) return null;
  return (
    <ul aria-label="Other scenes for this product" className="mt-3 space-y-1.5">
      {suggestions.map((suggestion) => (
        <li key={suggestion}>
          <button
            type="button"
            aria-pressed={prompt === suggestion}
            onClick={() => {
              theStudio().endGesture();
              theStudio().scene.setScenePrompt(suggestion);
              theStudio().endGesture();
            }}
            className="w-full rounded-md border border-line px-3 py-2 text-left text-xs transition-colors hover:border-line-strong aria-pressed:bg-fill-strong pointer-coarse:min-h-10"
          >
            {suggestion}
          </button>
        </li>
      ))}
    </ul>
  );
}
