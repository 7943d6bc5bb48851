import { t } from '@packshot/contract/text/translation';
import { SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { Sparkles, X } from 'lucide';
import { useId, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { createAssistant } from './assist.ts';
import { createSceneActions } from './scene-actions.ts';
import { createUndoActions } from '../../documents/undo-actions.ts';
import { createRunActions } from '../../run/run-actions.ts';
import { useActions, useStudioState, useTool } from '../../state/use-studio.ts';
import { TextLimit, useLimitedText } from '../../panel/limited-text.tsx';
import { NearestReferences } from './reference-section.tsx';
import { Understood } from './understood.tsx';
import { useScene } from './use-scene.ts';

export function PromptSection() {
  const tool = useTool();
  const hasPhoto = useStudioState((state) => state.document?.photo != null);
  return (
    <section>
      <div className="mb-1 flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-sm font-semibold tracking-normal">{t('Describe the scene')}</h2>
        {tool === 'scene' && hasPhoto && <AutoPrompt />}
      </div>
      <ScenePromptField />
      <Understood />
      <NearestReferences />
      <Suggestions />
    </section>
  );
}

function AutoPrompt() {
  const assistant = useActions(createAssistant);
  const phase = useStudioState((state) => state.assist.phase);
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={Sparkles}
      loading={phase === 'busy'}
      onClick={() => void assistant.suggest()}
      className="-mr-2 text-accent-text pointer-coarse:h-10"
    >
      {t('Auto-prompt')}
    </Button>
  );
}

export function ScenePromptField({ rows = 2 }: { readonly rows?: number }) {
  const sceneActions = useActions(createSceneActions);
  const undoActions = useActions(createUndoActions);
  const runActions = useActions(createRunActions);
  const { prompt } = useScene();
  const hasFailed = useStudioState((state) => state.assist.phase === 'failed');
  const id = useId();
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const text = useLimitedText(prompt, SCENE_PROMPT_MAX_LENGTH, sceneActions.setScenePrompt);
  return (
    <div className="relative">
      <textarea
        ref={fieldRef}
        rows={rows}
        dir="auto"
        value={text.value}
        placeholder={
          rows === 1
            ? t('Marble podium, morning light')
            : t('Marble podium, blush backdrop, soft morning light')
        }
        aria-label={t('Describe the scene')}
        aria-describedby={id}
        onChange={(event) => text.onChange(event.currentTarget.value)}
        onBlur={() => undoActions.endGesture()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void runActions.run();
        }}
        className="block w-full resize-none rounded-md border border-field-line bg-surface py-2 pr-10 pl-3 text-sm placeholder:text-muted pointer-coarse:text-base"
      />
      {text.value !== '' && (
        <IconButton
          icon={X}
          label={t('Clear the words')}
          side="top"
          onClick={() => {
            undoActions.endGesture();
            text.onChange('');
            undoActions.endGesture();
            fieldRef.current?.focus();
          }}
          className="absolute! top-0.5 right-0.5"
        />
      )}
      <TextLimit text={text} />
      <p id={id} className={hasFailed ? 'mt-1.5 text-xs text-danger' : 'sr-only'}>
        {hasFailed
          ? t('We couldn’t write a prompt for this product. Describe the scene yourself.')
          : t('Colors, materials, places, seasons, light and objects.')}
      </p>
    </div>
  );
}

function Suggestions() {
  const undoActions = useActions(createUndoActions);
  const sceneActions = useActions(createSceneActions);
  const suggestions = useStudioState((state) => state.assist.suggestions);
  const { prompt } = useScene();
  if (suggestions.length === 0) return null;
  return (
    <ul aria-label={t('Other scenes for this product')} className="mt-3 space-y-1.5">
      {suggestions.map((suggestion) => (
        <li key={suggestion}>
          <button
            type="button"
            dir="auto"
            aria-pressed={prompt === suggestion}
            onClick={() => {
              undoActions.endGesture();
              sceneActions.setScenePrompt(suggestion);
              undoActions.endGesture();
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
