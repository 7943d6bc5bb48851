// @vitest-environment happy-dom
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { currentMask } from '../../model/document.ts';
import { FEATHER_MAX } from '../../model/edits.ts';
import type { Studio } from '../../shell/studio.ts';
import { MAGIC_TASK_ID, success, tasks } from '../../testing/fake-tasks.ts';
import type { TaskAnswer } from '../../testing/fake-tasks.ts';
import { requireDocument, openedWith, settle, getState } from '../../testing/open-studio.ts';
import {
  button,
  change,
  readDescription,
  happens,
  renderPanel,
  renderPhonePanel,
  slider,
  textbox,
} from '../../testing/render-studio.tsx';

const STROKE = { tool: 'brush', radiusPx: 20, points: [100, 100, 200, 100] } as const;
const FIELD = 'What should change?';
const getStrokes = (studio: Studio): readonly { readonly tool: string }[] =>
  currentMask(requireDocument(studio)).strokes;

it('shows the prompt above the brush size on a phone, whose smallest sheet has no space for both', async () => {
  const { studio } = await openedWith('magic');
  await renderPhonePanel(studio);
  const isAbove = textbox(FIELD).compareDocumentPosition(slider('Size'));
  expect(isAbove & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

describe.each([
  ['panel', renderPanel],
  ['panel of a phone', renderPhonePanel],
])('the %s of the magic tool', (_where, renderTool) => {
  it('chooses between drawing tools, and sets a size for the brush but not for the rectangle', async () => {
    const { studio } = await openedWith('magic');
    const { user } = await renderTool(studio);
    const tools = within(screen.getByRole('group', { name: 'Draw with' })).getAllByRole('button');
    const selectedTools: (string | undefined)[] = [];
    for (const tool of tools) {
      await user.click(tool);
      selectedTools.push(getState(studio).brush.tool);
      expect(tools.filter((one) => one.getAttribute('aria-pressed') === 'true')).toEqual([tool]);
    }
    expect(selectedTools).toEqual(['brush', 'eraser', 'lasso', 'rectangle']);
    expect(slider('Size').disabled).toBe(true);
    await user.click(button('Brush'));
    const before = getState(studio).brush.size;
    change(slider('Size'), 100);
    expect(getState(studio).brush.size).toBeGreaterThan(before);
    expect(slider('Size').getAttribute('aria-valuetext')).toMatch(/^\d+ pixels$/);
  });

  it('undoes, clears and inverts the mask', async () => {
    const { studio } = await openedWith('magic');
    const { user } = await renderTool(studio);
    for (const name of ['Undo', 'Redo', 'Invert', 'Clear']) expect(button(name).disabled, name).toBe(true);
    await happens(() => studio.brush.draw(STROKE));
    await user.click(button('Invert'));
    expect(getStrokes(studio).map(({ tool }) => tool)).toEqual(['brush', 'invert']);
    await user.click(button('Undo'));
    expect(getStrokes(studio)).toHaveLength(1);
    await user.click(button('Redo'));
    expect(getStrokes(studio)).toHaveLength(2);
    await user.click(button('Undo'));
    await user.click(button('Clear'));
    expect(button('Clear').disabled).toBe(true);
  });

  it('needs a mask, and runs with Enter', async () => {
    const magic = vi.fn<TaskAnswer<'magic'>>(async (call) => {
      call.onTaskIds([MAGIC_TASK_ID]);
      return { ...success(), task_id: MAGIC_TASK_ID };
    });
    const { studio } = await openedWith('magic', tasks({ magic }));
    const { user } = await renderTool(studio);
    expect(button('Generate').disabled).toBe(true);
    expect(readDescription(button('Generate'))).toBe(OWN_MESSAGES.emptyMask);
    await happens(() => studio.brush.draw(STROKE));
    await user.type(textbox(FIELD), 'make it{Shift>}{Enter}{/Shift}navy{Enter}');
    await happens(settle);
    expect(magic).toHaveBeenCalledTimes(1);
    expect(magic.mock.calls[0]?.[0].form.prompt).toBe('make it\nnavy');
  });

  it('ignores Enter during IME composition', async () => {
    const magic = vi.fn<() => Promise<never>>();
    const { studio } = await openedWith('magic', tasks({ magic }));
    await renderTool(studio);
    await happens(() => studio.brush.draw(STROKE));
    fireEvent.keyDown(textbox(FIELD), { key: 'Enter', isComposing: true });
    await happens(settle);
    expect(magic).not.toHaveBeenCalled();
  });

  it('fills in and removes example prompts', async () => {
    const { studio } = await openedWith('magic');
    const { user } = await renderTool(studio);
    const examples = within(screen.getByRole('list', { name: 'Examples' })).getAllByRole('button');
    expect(examples.length).toBeGreaterThan(2);
    for (const example of examples) {
      await user.click(example);
      expect(requireDocument(studio).edits.settings.prompt).toBe(example.textContent);
      expect(example.getAttribute('aria-pressed')).toBe('true');
    }
    const last = examples.at(-1);
    if (last) await user.click(last);
    expect(textbox(FIELD).value).toBe('');
  });

  it('shows beside the prompt why it was refused, and that nothing was charged', async () => {
    const { studio } = await openedWith(
      'magic',
      tasks({
        magic: () =>
          Promise.reject(new ApiError('PROMPT_NOT_UNDERSTOOD', 422, OWN_MESSAGES.magicPromptNotUnderstood)),
      }),
    );
    const { user } = await renderTool(studio);
    await happens(() => studio.brush.draw(STROKE));
    await user.type(textbox(FIELD), 'sing{Enter}');
    await happens(settle);
    const refusal = `${OWN_MESSAGES.magicPromptNotUnderstood} Nothing was charged.`;
    expect(screen.getByRole('alert').textContent).toBe(refusal);
    expect(readDescription(textbox(FIELD))).toBe(refusal);
    expect(textbox(FIELD).getAttribute('aria-invalid')).toBe('true');
    await user.type(textbox(FIELD), '!');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(textbox(FIELD).getAttribute('aria-invalid')).toBe('false');
  });
});

it('the magic tool’s panel has an option to keep the shadow, but only when it removes an object', async () => {
  const { studio } = await openedWith('magic');
  const { user } = await renderPanel(studio);
  const takesShadow = () => requireDocument(studio).edits.settings.takesShadow;
  expect(takesShadow()).toBe(true);
  await user.click(screen.getByRole('switch', { name: /Include shadow/ }));
  expect(takesShadow()).toBe(false);
  await happens(() => studio.settings.setPrompt('entferne die Tasse'));
  expect(screen.queryByRole('switch', { name: /Include shadow/ })).not.toBeNull();
  await happens(() => studio.settings.setPrompt('make it navy'));
  expect(screen.queryByRole('switch', { name: /Include shadow/ })).toBeNull();
});

it('the magic tool’s panel sets how softly the mask’s edge fades', async () => {
  const { studio } = await openedWith('magic');
  await renderPanel(studio);
  change(slider('Feather'), 0);
  expect(slider('Feather').getAttribute('aria-valuetext')).toBe('Hard edge');
  change(slider('Feather'), 50);
  expect(requireDocument(studio).edits.settings.feather).toBe(FEATHER_MAX / 2);
});
