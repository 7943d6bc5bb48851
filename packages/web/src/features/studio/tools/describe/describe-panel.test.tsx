// @vitest-environment happy-dom
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { DESCRIPTION_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentDescription } from '../../model/edits.ts';
import { describedTask, tasks } from '../../testing/fake-tasks.ts';
import { requireDocument, openedWith, settle } from '../../testing/open-studio.ts';
import {
  button,
  change,
  readDescription,
  happens,
  haveCredits,
  renderPanel,
  renderPhonePanel,
  textbox,
} from '../../testing/render-studio.tsx';

describe.each([
  ['panel', renderPanel],
  ['panel of a phone', renderPhonePanel],
])('the %s of the Describe tool', (_where, renderTool) => {
  it('explains the tool, and shows the description when it arrives', async () => {
    haveCredits({ generations: 3 });
    const { studio } = await openedWith('describe');
    const { user } = await renderTool(studio);
    expect(screen.getByText('Describes colors, finish and shape, and any text it can read.')).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull();
    expect(readDescription(button('Describe'))).toBe('Free with at least 1 generation left.');
    await user.click(button('Describe'));
    await happens(settle);
    expect(textbox('Description').value).toBe('A glossy red mug.');
  });

  it('saves edits of the description, and copies it', async () => {
    const copyText = vi.fn(async () => undefined);
    const { services, studio } = await openedWith('describe', { copyText });
    await studio.run();
    const { user } = await renderTool(studio);
    await user.clear(textbox('Description'));
    expect(button('Copy description').disabled).toBe(true);
    await user.type(textbox('Description'), 'A mug.');
    expect(currentDescription(requireDocument(studio))).toBe('A mug.');
    await user.click(button('Copy description'));
    expect(copyText).toHaveBeenCalledExactlyOnceWith('A mug.');
    expect(services.notices).toContainEqual({ type: 'success', message: OWN_MESSAGES.descriptionCopied });
  });

  it('keeps text beyond the limit in the field, and shows how much of the text isn’t used', async () => {
    const { studio } = await openedWith('describe');
    await studio.run();
    await renderTool(studio);
    change(textbox('Description'), 'x'.repeat(DESCRIPTION_MAX_LENGTH + 2));
    expect(textbox('Description').value).toHaveLength(DESCRIPTION_MAX_LENGTH + 2);
    expect(currentDescription(requireDocument(studio))).toHaveLength(DESCRIPTION_MAX_LENGTH);
    expect(screen.getByRole('status').textContent).toContain('The last 2 are not used');
  });

  it('asks for the product’s name, suggests the file’s name, and sends the answer', async () => {
    const onProductName = vi.fn();
    const { studio } = await openedWith('describe', {
      ...tasks({
        describe: async ({ form }) => {
          onProductName(form.product_name);
          return describedTask();
        },
      }),
    });
    const { user } = await renderTool(studio);
    expect(textbox('What is it?').value).toBe('Mug');
    await user.clear(textbox('What is it?'));
    await user.type(textbox('What is it?'), 'Camp mug');
    await user.click(button('Describe'));
    await happens(settle);
    expect(onProductName).toHaveBeenCalledExactlyOnceWith('Camp mug');
    expect(requireDocument(studio).edits.productName).toBe('Camp mug');
  });
});

it('the Describe panel shows texts for a shop in the chosen language, and copies each of them', async () => {
  const copyText = vi.fn(async () => undefined);
  const { studio } = await openedWith('describe', { copyText });
  const { user } = await renderPanel(studio);
  expect(screen.queryByRole('combobox', { name: 'Language' })).toBeNull();
  await happens(() => studio.run());
  expect(screen.getByRole('group', { name: 'Title' }).textContent).toContain('Mug in red');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  expect(screen.getByRole('group', { name: 'Alt text' }).textContent).toContain('Becher in Rot.');
  for (const [name, text] of [
    ['Copy title', 'Becher in Rot'],
    ['Copy all bullets', 'Farbe: Rot\nFarbe: Rot (2)'],
    ['Copy bullet 2', 'Farbe: Rot (2)'],
    ['Copy alt text', 'Becher in Rot.'],
  ] as const) {
    await user.click(button(name));
    expect(copyText).toHaveBeenLastCalledWith(text);
  }
});
