// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { getState, openedWith, requireDocument } from '../testing/open-studio.ts';
import { renderCommanded } from '../testing/render-studio.tsx';
import CommandPalette from './command-palette.tsx';

const names = (): (string | undefined)[] =>
  screen.getAllByRole('option').map((option) => option.querySelector('.font-medium')?.textContent);
const field = (): HTMLInputElement => screen.getByRole('combobox', { name: 'Find a command' });
const activeOption = (): HTMLElement | null =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '');

async function renderPalette() {
  const { studio } = await openedWith('cut-out');
  const onClose = vi.fn<() => void>();
  const rendered = await renderCommanded(studio, (context) => (
    <CommandPalette context={context} onClose={onClose} />
  ));
  return { studio, onClose, ...rendered };
}

describe('the list of commands', () => {
  it('offers every command that a click can perform, with its key, and those that can’t run now last', async () => {
    await renderPalette();
    expect(names()).toContain('Crop');
    expect(names()).not.toContain('Hold to see the original');
    expect(names()).not.toContain('Find a command');
    expect(screen.getByRole('option', { name: /^Fit/ }).textContent).toContain('Ctrl 0');
    const isDisabled = screen
      .getAllByRole('option')
      .map((option) => option.getAttribute('aria-disabled') === 'true');
    expect(isDisabled).toContain(true);
    expect(isDisabled.slice(isDisabled.indexOf(true))).not.toContain(false);
  });

  it('finds a command by a few letters, and performs it with Enter', async () => {
    const { user, studio, onClose } = await renderPalette();
    await user.type(field(), 'mgc t');
    expect(names()[0]).toBe('Magic tool');
    expect(activeOption()?.textContent).toContain('Magic tool');
    await user.keyboard('{Enter}');
    expect(requireDocument(studio).tool).toBe('magic');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('is walked with arrow keys around its ends, while the focus stays in the field', async () => {
    const { user } = await renderPalette();
    await user.type(field(), 'zoom');
    expect(names().slice(0, 2)).toEqual(['Zoom in', 'Zoom out']);
    await user.keyboard('{ArrowDown}');
    expect(activeOption()?.textContent).toContain('Zoom out');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(activeOption()).toBe(screen.getAllByRole('option').at(-1));
    expect(activeOption()?.getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(field());
  });

  it('performs a command by click, but not one that can’t run now', async () => {
    const { user, studio, onClose } = await renderPalette();
    await user.click(screen.getByRole('option', { name: /^Cancel/ }));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('option', { name: /^Batch/ }));
    expect(getState(studio).isBatchShown).toBe(true);
  });

  it('says that a command can’t be used now', async () => {
    const { user, onClose } = await renderPalette();
    await user.type(field(), 'cancel{Enter}');
    expect(screen.getByRole('status').textContent).toBe('“Cancel” can’t be used right now.');
    expect(onClose).not.toHaveBeenCalled();
    await user.type(field(), '{Backspace}{Backspace}');
    expect(screen.getByRole('status').textContent).toMatch(/commands?$/);
  });

  it('says that no command matches', async () => {
    const { user } = await renderPalette();
    expect(field().getAttribute('aria-expanded')).toBe('true');
    await user.type(field(), 'xyzzy');
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(field().getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByText('No command matches.').getAttribute('role')).toBe('status');
  });

  it('closes with Escape, and with the keys that open it', async () => {
    const { user, onClose } = await renderPalette();
    await user.click(field());
    await user.keyboard('{Control>}k{/Control}');
    expect(onClose).toHaveBeenCalledTimes(1);
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});
