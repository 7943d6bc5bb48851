import { describe, expect, it } from 'vitest';
import { COMMAND_IDS } from '../state/command.ts';
import { commandForKey, commandOf, COMMANDS, keyLabel } from './commands.ts';
import type { KeyPress } from './commands.ts';
import { createStudio } from '../shell/studio.ts';
import { fakeServices } from '../testing/fake-services.ts';
import { commandContext, commandFacts } from './command-context.ts';
import type { PageActions } from './command-context.ts';
import { groupsFor, PICTURE_MENU, STAGE_MENU } from './menus.ts';

const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
});

describe('the studio’s commands', () => {
  it('are all there, once', () => {
    expect(COMMANDS.map((command) => command.id).toSorted()).toEqual([...COMMAND_IDS].toSorted());
  });

  it('never share a key', () => {
    const keys = COMMANDS.flatMap((command) => command.keys);
    expect(keys.length).toBe(new Set(keys).size);
  });

  it('are found by their keys, on any keyboard', () => {
    const found = (key: string, modifiers?: Partial<KeyPress>): string | undefined =>
      commandForKey(press(key, modifiers))?.id;
    expect(found('0', { ctrlKey: true })).toBe('fit');
    expect(found('1', { metaKey: true })).toBe('actual-size');
    expect(found('+', { ctrlKey: true, shiftKey: true })).toBe('zoom-in');
    expect(found('=', { ctrlKey: true })).toBe('zoom-in');
    expect(found('-', { ctrlKey: true })).toBe('zoom-out');
    expect(found('?', { shiftKey: true })).toBe('shortcuts');
    expect(found('\\')).toBe('show-original');
    expect(found('m')).toBe('compare-slider');
    expect(found('M', { shiftKey: true })).toBe('compare-side-by-side');
    expect(found('M')).toBe('compare-slider');
    expect(found('c')).toBe('place-center');
    expect(found('k')).toBe('tool-crop');
    expect(found('j')).toBeUndefined();
    expect(found('b')).toBe('mask-brush');
    expect(found('[')).toBe('brush-smaller');
    expect(found(']', { altKey: true, ctrlKey: true })).toBe('brush-larger');
    expect(found('z', { ctrlKey: true })).toBe('undo');
    expect(found('Z', { metaKey: true, shiftKey: true })).toBe('redo');
    expect(found('y', { ctrlKey: true })).toBe('redo');
    expect(found('Enter', { ctrlKey: true })).toBe('run');
    expect(found('w')).toBe('tool-magic');
    expect(found('\\', { altKey: true, ctrlKey: true })).toBe('show-original');
    expect(found('n', { altKey: true })).toBeUndefined();
  });

  it('are offered where they fit, in menus that hold nothing twice, and nothing that has to be held', () => {
    for (const menu of [STAGE_MENU, PICTURE_MENU]) {
      const ids = menu.flat();
      expect(ids.length).toBe(new Set(ids).size);
      expect(ids.filter((id) => commandOf(id).release)).toEqual([]);
    }
    const studio = createStudio(fakeServices());
    const actions: PageActions = {
      choosePhoto: () => undefined,
      showShortcuts: () => undefined,
      showExport: () => undefined,
      showOutOfDownloads: () => undefined,
    };
    const context = commandContext(studio.context, commandFacts(studio.store.getState()), actions);
    const possible = groupsFor(STAGE_MENU, context, (id) => commandOf(id).isEnabled(context));
    expect(possible).toEqual([['choose-photo', 'batch']]);
  });

  it('are labeled as they are read', () => {
    expect(keyLabel(commandOf('zoom-in'), false)).toBe('Ctrl +');
    expect(keyLabel(commandOf('zoom-out'), true)).toBe('⌘ −');
    expect(keyLabel(commandOf('compare-side-by-side'), false)).toBe('Shift M');
    expect(keyLabel(commandOf('show-original'), false)).toBe('\\');
    expect(keyLabel(commandOf('redo'), false)).toBe('Ctrl Shift Z');
  });
});
