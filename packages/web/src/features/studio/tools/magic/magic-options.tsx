import { messages, t } from '@packshot/contract/text/translation';
import { Slider } from '../../../../ui/slider.tsx';
import { hasBilling } from '../../../../lib/page/installation.ts';
import { MAGIC_PROMPT_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { useId } from 'react';
import { brushAt, brushPosition, brushWidthPx } from '../../model/strokes.ts';
import { createBrushActions } from './brush-actions.ts';
import { createRunActions } from '../../run/run-actions.ts';
import { useActions, useCurrentSize, useStudioState } from '../../state/use-studio.ts';
import type { PanelProps } from '../../state/studio-context.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { FEATHER_MAX } from '../../model/edits.ts';
import { SliderField, SwitchField } from '../../panel/fields.tsx';
import { TextLimit, useLimitedText } from '../../panel/limited-text.tsx';
import { EngineSection } from '../../panel/engine-section.tsx';
import { createMagicSettings, MAGIC_ENGINE, removes } from './magic-work.ts';
import { Section } from '../../panel/section.tsx';

/** Sample prompts; without a prompt, the tool does what the first one says. */
const EXAMPLES = messages(['Remove it', 'Make it navy', 'Brighter', 'Clean white background', 'Blur']);

export function MagicPanel({ context }: PanelProps) {
  return (
    <>
      <Section title={t('Draw over it')} note={t('Only the marked area changes.')}>
        <MaskTools context={context} />
        <BrushSize />
        <div className="mt-3">
          <Feather />
        </div>
      </Section>
      <Section title={t('What should change?')}>
        <PromptField />
        <ShadowChoice />
      </Section>
      <EngineSection use={MAGIC_ENGINE} />
    </>
  );
}

export function PhoneMagic({ context }: PanelProps) {
  return (
    <>
      <MaskTools context={context} />
      <PromptField rows={1} />
      <BrushSize />
    </>
  );
}

function MaskTools({ context }: PanelProps) {
  const commands = useCommands();
  const selectedTool = useStudioState((state) => state.brush.tool);
  return (
    <div className="flex flex-wrap items-center justify-between gap-1 under:gap-0">
      <div role="group" aria-label={t('Draw with')} className="flex rounded-md bg-fill p-0.5 under:p-0">
        {(['brush', 'eraser', 'lasso', 'rectangle'] as const).map((tool) => (
          <CommandButton
            key={tool}
            id={`magic:${tool}`}
            context={context}
            caption={commands.of(`magic:${tool}`).name}
            pressed={selectedTool === tool}
            side="top"
            className={selectedTool === tool ? 'bg-segment! shadow-low' : ''}
          />
        ))}
      </div>
      <div role="group" aria-label={t('Whole mask')} className="flex">
        <CommandButton id="undo" context={context} side="top" />
        <CommandButton id="redo" context={context} side="top" />
        <CommandButton id="magic:invert" context={context} side="top" className="max-[24.3rem]:hidden" />
        <CommandButton id="magic:clear" context={context} side="top" />
      </div>
    </div>
  );
}

const SLIDER_STEPS = 100;

export function BrushSize() {
  const brushActions = useActions(createBrushActions);
  const { tool, size } = useStudioState((state) => state.brush);
  const image = useCurrentSize();
  const id = useId();
  const widthPx = image ? Math.round(brushWidthPx(size, image)) : null;
  const position = Math.round(brushPosition(size) * SLIDER_STEPS);
  return (
    <div className="flex items-center gap-3 text-sm beside:mt-3">
      <label htmlFor={id} className="font-medium">
        {t('Size')}
      </label>
      <Slider
        id={id}
        min={0}
        max={SLIDER_STEPS}
        value={position}
        disabled={tool === 'lasso' || tool === 'rectangle'}
        text={widthPx === null ? `${position}%` : t('{width} pixels', { width: widthPx })}
        onChange={(value) => brushActions.setSize(brushAt(value / SLIDER_STEPS))}
        className="h-8 min-w-0 flex-1 cursor-pointer accent-ink disabled:cursor-default disabled:opacity-40 pointer-coarse:h-10"
      />
      <span className="w-14 text-right text-xs text-muted tabular-nums">
        {widthPx === null ? '' : `${widthPx} px`}
      </span>
    </div>
  );
}

function Feather() {
  const settings = useActions(createMagicSettings);
  const feather = useStudioState((state) => state.document?.edits.settings.feather ?? 0);
  const image = useCurrentSize();
  const widthPx = image ? Math.round(feather * Math.max(image.widthPx, image.heightPx)) : null;
  const position = Math.round((feather / FEATHER_MAX) * SLIDER_STEPS);
  return (
    <SliderField
      label={t('Feather')}
      value={position}
      min={0}
      max={SLIDER_STEPS}
      step={1}
      text={widthPx === null ? `${position}%` : widthPx === 0 ? t('Hard edge') : `${widthPx} px`}
      onChange={(value) => settings.setFeather((value / SLIDER_STEPS) * FEATHER_MAX)}
    />
  );
}

function PromptField({ rows = 2 }: { readonly rows?: number }) {
  const runActions = useActions(createRunActions);
  const prompt = useStudioState((state) => state.document?.edits.settings.prompt ?? '');
  const refusal = useStudioState(({ job }) =>
    job.phase === 'failed' && job.failure.remedy === 'change-prompt' ? job.failure.message : null,
  );
  const { setPrompt } = useActions(createMagicSettings);
  const id = useId();
  const text = useLimitedText(prompt, MAGIC_PROMPT_MAX_LENGTH, setPrompt);
  return (
    <div>
      <textarea
        rows={rows}
        dir="auto"
        value={text.value}
        placeholder={t('Remove it')}
        aria-label={t('What should change?')}
        aria-describedby={id}
        aria-invalid={refusal !== null}
        onChange={(event) => text.onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void runActions.run();
        }}
        className="block w-full resize-none rounded-md border border-field-line bg-surface px-3 py-2 text-sm placeholder:text-muted aria-invalid:border-danger pointer-coarse:text-base"
      />
      <TextLimit text={text} />
      <p
        id={id}
        role={refusal === null ? undefined : 'alert'}
        className={refusal === null ? 'sr-only' : 'mt-1.5 text-xs text-danger'}
      >
        {refusal === null ? HELP : hasBilling() ? `${refusal} ${t('Nothing was charged.')}` : refusal}
      </p>
      <ul
        aria-label={t('Examples')}
        className="mt-2 flex flex-wrap gap-1.5 under:flex-nowrap under:overflow-x-auto under:overscroll-x-contain"
      >
        {EXAMPLES.map((example) => (
          <li key={example} className="shrink-0">
            <button
              type="button"
              aria-pressed={prompt === example}
              onClick={() => setPrompt(prompt === example ? '' : example)}
              className="h-7 rounded-full border border-line px-2.5 text-xs font-medium transition-colors hover:border-line-strong aria-pressed:bg-fill-strong pointer-coarse:h-10 pointer-coarse:px-3.5"
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
      {refusal === null && (
        <p aria-hidden className="mt-2 text-xs text-muted under:hidden">
          {HELP}
        </p>
      )}
    </div>
  );
}

/** Switch for also removing a removed object's shadow. */
function ShadowChoice() {
  const settings = useActions(createMagicSettings);
  const isRemoval = useStudioState((state) => removes(state.document?.edits.settings.prompt ?? ''));
  const takesShadow = useStudioState((state) => state.document?.edits.settings.takesShadow ?? true);
  if (!isRemoval) return null;
  return (
    <div className="mt-2">
      <SwitchField
        label={t('Include shadow')}
        note={t('On plain backgrounds')}
        isOn={takesShadow}
        onChange={settings.setTakesShadow}
      />
    </div>
  );
}

const HELP = t(
  'Leave this empty to remove what you draw over. You can also ask to recolor, brighten, darken, blur, sharpen, warm or cool it, or to clean a white background.',
);
