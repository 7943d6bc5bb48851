import { SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { Sparkles } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { theStudio } from '../../shell/studio.ts';
import { useStudio, useTool } from '../../state/use-studio.ts';
import { TextLimit, useLimitedText } from '../../panel/limited-text.tsx';
import { Understood } from './understood.tsx';
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
  const text = useLimitedText(prompt, SCENE_PROMPT_MAX_LENGTH, theStudio().scene.setScenePrompt);
  return (
    <>
      <textarea
        rows={rows}
        dir="auto"
        value={text.value}
        placeholder={
          rows === 1 ? 'Marble podium, morning light' : 'Marble podium, blush backdrop, soft morning light'
        }
        aria-label="Describe the scene"
        aria-describedby={id}
        onChange={(event) => text.onChange(event.currentTarget.value)}
        onBlur={() => theStudio().endGesture()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void theStudio().run();
        }}
        className="block w-full resize-none rounded-md border border-field-line bg-surface px-3 py-2 text-sm placeholder:text-muted pointer-coarse:text-base"
      />
      <TextLimit text={text} />
      <p id={id} className={hasFailed ? 'mt-1.5 text-xs text-danger' : 'sr-only'}>
        {hasFailed
          ? 'We couldn’t write a prompt for this product. Describe the scene yourself.'
          : 'Colors, materials, places, seasons, light and objects.'}
      </p>
    </>
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
            dir="auto"
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
