import { describe, expect, it } from 'vitest';
import { TOOL_NAMES } from '@packshot/contract/tools/names';
import { FRAME_COMMAND_IDS } from '../state/command.ts';
import { createCommands } from './commands.ts';
import { keyLabel } from './key-label.ts';
import type { KeyPress } from './commands.ts';
import { createStudio } from '../shell/studio.ts';
import { fakeServices } from '../testing/fake-services.ts';
import { commandContext, commandFacts } from './command-context.ts';
import type { PageActions } from './command-context.ts';
import { groupsFor, pictureMenu, stageMenu } from './menus.ts';

const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
});

const studio = createStudio(fakeServices());
const { tools } = studio.context;
const commands = studio.context.get(createCommands);

describe('the studio commands', () => {
  it('includes every command once', () => {
    const ids = commands.all.map((command) => command.id);
    expect(ids.length).toBe(new Set(ids).size);
    const frameIds = [...FRAME_COMMAND_IDS, ...TOOL_NAMES.map((tool) => `tool-${tool}`)];
    expect(ids.filter((id) => !id.includes(':')).toSorted()).toEqual(frameIds.toSorted());
    for (const { name, commands: own } of Object.values(tools))
      expect((own?.(studio.context) ?? []).every(({ id }) => id.startsWith(`${name}:`))).toBe(true);
  });

  it('assigns each key once', () => {
    const keys = commands.all.flatMap((command) => command.keys);
    expect(keys.length).toBe(new Set(keys).size);
  });

  it('finds a command by its key, on any keyboard', () => {
    const findCommandId = (key: string, modifiers?: Partial<KeyPress>): string | undefined =>
      commands.forKey(press(key, modifiers))?.id;
    expect(findCommandId('0', { ctrlKey: true })).toBe('fit');
    expect(findCommandId('1', { metaKey: true })).toBe('actual-size');
    expect(findCommandId('+', { ctrlKey: true, shiftKey: true })).toBe('zoom-in');
    expect(findCommandId('=', { ctrlKey: true })).toBe('zoom-in');
    expect(findCommandId('-', { ctrlKey: true })).toBe('zoom-out');
    expect(findCommandId('?', { shiftKey: true })).toBe('shortcuts');
    expect(findCommandId('\\')).toBe('show-original');
    expect(findCommandId('m')).toBe('compare-slider');
    expect(findCommandId('M', { shiftKey: true })).toBe('compare-side-by-side');
    expect(findCommandId('M')).toBe('compare-slider');
    expect(findCommandId('c')).toBe('scene:place-center');
    expect(findCommandId('k')).toBe('tool-crop');
    expect(findCommandId('j')).toBeUndefined();
    expect(findCommandId('b')).toBe('magic:brush');
    expect(findCommandId('[')).toBe('magic:smaller');
    expect(findCommandId(']', { altKey: true, ctrlKey: true })).toBe('magic:larger');
    expect(findCommandId('z', { ctrlKey: true })).toBe('undo');
    expect(findCommandId('Z', { metaKey: true, shiftKey: true })).toBe('redo');
    expect(findCommandId('y', { ctrlKey: true })).toBe('redo');
    expect(findCommandId('Enter', { ctrlKey: true })).toBe('run');
    expect(findCommandId('w')).toBe('tool-magic');
    expect(findCommandId('\\', { altKey: true, ctrlKey: true })).toBe('show-original');
    expect(findCommandId('n', { altKey: true })).toBeUndefined();
  });

  it('offers each menu item once, only where it applies, and without a key that must be held down', () => {
    for (const menu of [stageMenu(tools), pictureMenu(tools)]) {
      const ids = menu.flat();
      expect(ids.length).toBe(new Set(ids).size);
      expect(ids.filter((id) => commands.of(id).release)).toEqual([]);
    }
    const actions: PageActions = {
      choosePhoto: () => undefined,
      showShortcuts: () => undefined,
      showCommands: () => undefined,
      showExport: () => undefined,
      showOutOfDownloads: () => undefined,
      showRecipeAccount: () => undefined,
    };
    const context = commandContext(studio.context, commandFacts(tools, studio.store.getState()), actions);
    const possible = groupsFor(stageMenu(tools), (id) => commands.of(id).isEnabled(context));
    expect(possible).toEqual([['choose-photo', 'batch']]);
  });

  it('formats key labels for each platform', () => {
    expect(keyLabel(commands.of('zoom-in'), false)).toBe('Ctrl +');
    expect(keyLabel(commands.of('zoom-out'), true)).toBe('⌘ −');
    expect(keyLabel(commands.of('compare-side-by-side'), false)).toBe('Shift M');
    expect(keyLabel(commands.of('show-original'), false)).toBe('\\');
    expect(keyLabel(commands.of('redo'), false)).toBe('Ctrl Shift Z');
  });
});
