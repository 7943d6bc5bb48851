// @vitest-environment happy-dom
import { TOOL_NAMES, TOOL_WORDS } from '@packshot/contract/tools/names';
import type { ToolName } from '@packshot/contract/tools/names';
import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { CommandContext } from '../state/command.ts';
import type { PageActions } from '../commands/command-context.ts';
import { createStudio } from './studio.ts';
import type { Studio } from './studio.ts';
import { fakeServices } from '../testing/fake-services.ts';
import { tasks } from '../testing/fake-tasks.ts';
import { getCurrentResult, requireDocument, openedWith, settle, getState } from '../testing/open-studio.ts';
import { button, happens, radio, renderCommanded } from '../testing/render-studio.tsx';
import { StageMenu } from './command-menu.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useStudioState } from '../state/use-studio.ts';
import { ToolRail, ToolRow } from './tool-rail.tsx';

function Rail({ context }: { readonly context: CommandContext }) {
  return <ToolRail context={context} isBatch={useStudioState((state) => state.isBatchShown)} />;
}
const rail = (studio: Studio) => renderCommanded(studio, (context) => <Rail context={context} />);
const getTitle = (tool: ToolName): string => TOOL_WORDS[tool].title;
/** Opens a photo with a tool that doesn't run automatically. */
const openDescribed = async (): Promise<Studio> => (await openedWith('describe')).studio;

/** Reads the shortcut in a tooltip such as "Cut out (X)". */
const readShortcut = (element: HTMLElement): string =>
  /\((.+)\)$/.exec(element.getAttribute('title') ?? '')?.[1] ?? '';
/** Presses keys, written as in the interface: "Ctrl Shift S". */
const press = (user: UserEvent, keys: string): Promise<void> => {
  const parts = keys.split(' ');
  const last = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1).map((name) => (name === 'Ctrl' ? 'Control' : name));
  const key = parts.includes('Shift') || last.length > 1 ? last : last.toLowerCase();
  return user.keyboard(
    `${modifiers.map((name) => `{${name}>}`).join('')}{${key}}${modifiers.map((name) => `{/${name}}`).join('')}`,
  );
};

describe('the tool rail', () => {
  it('lists each tool once, in order', async () => {
    await rail(await openDescribed());
    const names = within(screen.getByRole('list')).getAllByRole('button');
    expect(names.map((one) => one.textContent)).toEqual(TOOL_NAMES.map(getTitle));
    expect(button(getTitle('describe')).getAttribute('aria-pressed')).toBe('true');
  });

  it('chooses each tool with its button and with the key in its tooltip', async () => {
    const studio = await openDescribed();
    const { user } = await rail(studio);
    const keys = new Set<string>();
    for (const tool of TOOL_NAMES) {
      await user.click(button(getTitle(tool)));
      expect(requireDocument(studio).tool).toBe(tool);
      const other = tool === 'describe' ? 'crop' : 'describe';
      await happens(() => studio.chooseTool(other));
      await press(user, readShortcut(button(getTitle(tool))));
      expect(requireDocument(studio).tool, `${tool} by its key`).toBe(tool);
      keys.add(readShortcut(button(getTitle(tool))));
    }
    expect(keys.size).toBe(TOOL_NAMES.length);
  });

  it('has no enabled tool during a run', async () => {
    const end = Promise.withResolvers<never>();
    const { studio } = await openedWith('describe', tasks({ describe: () => end.promise }));
    const { user } = await rail(studio);
    await happens(() => void studio.run());
    for (const tool of TOOL_NAMES) expect(button(getTitle(tool)).disabled, tool).toBe(true);
    await press(user, readShortcut(button(getTitle('crop'))));
    expect(requireDocument(studio).tool).toBe('describe');
    await press(user, 'Escape');
    await happens(settle);
    expect(button(getTitle('crop')).disabled).toBe(false);
  });

  it('has buttons that open the batch and the shortcuts', async () => {
    const studio = await openDescribed();
    const { user, actions } = await rail(studio);
    await user.click(button('Batch'));
    expect(getState(studio).isBatchShown).toBe(true);
    expect(screen.getAllByRole('button', { pressed: true }).map((one) => one.textContent)).toEqual(['Batch']);
    await user.click(button(getTitle('crop')));
    expect(getState(studio).isBatchShown).toBe(false);
    await user.click(button('Keyboard'));
    expect(actions.showShortcuts).toHaveBeenCalledTimes(1);
  });
});

describe('the tool row on a phone', () => {
  it('offers each tool, chosen by tap or with arrow keys', async () => {
    const studio = await openDescribed();
    const { user } = await renderCommanded(studio, (context) => <ToolRow context={context} />);
    expect(screen.getAllByRole('radio')).toHaveLength(TOOL_NAMES.length);
    for (const tool of TOOL_NAMES) {
      await user.click(radio(getTitle(tool)));
      expect(requireDocument(studio).tool).toBe(tool);
    }
    const [first, second] = TOOL_NAMES;
    if (!first) throw new Error('There are no tools.');
    radio(getTitle(first)).focus();
    await user.keyboard('{ArrowRight}');
    expect(requireDocument(studio).tool).toBe(second);
  });
});

describe('the shortcuts sheet', () => {
  const sheet = (studio: Studio, onClose = vi.fn<() => void>()) =>
    renderCommanded(studio, () => <ShortcutsDialog isOpen onClose={onClose} />);
  const names = (): (string | null)[] => screen.getAllByRole('term').map((one) => one.textContent);

  it('lists every tool, and each command once', async () => {
    await sheet(createStudio(fakeServices()));
    for (const tool of TOOL_NAMES) expect(names()).toContain(getTitle(tool));
    const commands = names();
    expect(commands.length).toBe(new Set(commands).size);
  });

  it('can be searched by name and by key, and closes with Escape', async () => {
    const onClose = vi.fn<() => void>();
    const { user } = await sheet(createStudio(fakeServices()), onClose);
    await user.type(screen.getByRole('searchbox', { name: 'Search shortcuts' }), 'zoom in');
    expect(names()).toEqual(['Zoom in']);
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'ctrl enter');
    expect(names()).toEqual(['Run the tool']);
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('keyboard shortcuts on the Create page', () => {
  const page = (studio: Studio) =>
    renderCommanded(studio, () => (
      <>
        <input aria-label="Words" />
        <button type="button">A button</button>
      </>
    ));

  it('trigger the actions of the page', async () => {
    const { studio } = await openedWith('cut-out');
    const { user, actions } = await page(studio);
    await press(user, 'n');
    await press(user, '?');
    await press(user, 'Ctrl Shift S');
    expect(actions.choosePhoto).toHaveBeenCalledTimes(1);
    expect(actions.showShortcuts).toHaveBeenCalledTimes(1);
    expect(actions.showExport).toHaveBeenCalledTimes(1);
    await press(user, 'Shift B');
    expect(getState(studio).isBatchShown).toBe(true);
  });

  it('open the list of commands, also from a text field', async () => {
    const { user, actions } = await page(await openDescribed());
    await press(user, 'Ctrl K');
    await user.type(screen.getByRole('textbox', { name: 'Words' }), '{Control>}k{/Control}n');
    expect(actions.showCommands).toHaveBeenCalledTimes(2);
    expect(actions.choosePhoto).not.toHaveBeenCalled();
  });

  it('run, undo, star, compare, save and delete', async () => {
    const saveFile = vi.fn();
    const { studio } = await openedWith('describe', { saveFile });
    const { user } = await page(studio);
    await happens(() => studio.chooseTool('cut-out'));
    await press(user, 'Ctrl Enter');
    await happens(settle);
    expect(getCurrentResult(studio)?.tool).toBe('cut-out');
    await press(user, '*');
    expect(requireDocument(studio).edits.starredIds).toHaveLength(1);
    await press(user, 'Ctrl z');
    expect(requireDocument(studio).edits.starredIds).toHaveLength(0);
    await press(user, 'Ctrl y');
    expect(requireDocument(studio).edits.starredIds).toHaveLength(1);
    await press(user, 'm');
    expect(requireDocument(studio).view.compare).toBe('slider');
    await press(user, 'Shift M');
    expect(requireDocument(studio).view.compare).toBe('side-by-side');
    await press(user, 'Ctrl s');
    await happens(settle);
    expect(saveFile).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'mug.png');
    await press(user, 'Ctrl Backspace');
    expect(getCurrentResult(studio)).toBeNull();
    await press(user, 'Shift N');
    await happens(settle);
    expect(getState(studio).document).toBeNull();
  });

  it('lead to an offer of more downloads when the balance is empty', async () => {
    const { studio } = await openedWith('cut-out', {
      downloadBalance: async () => ({ id: '1', download_credits: -1 }),
    });
    const { user, actions } = await page(studio);
    await press(user, 'Ctrl s');
    await happens(settle);
    expect(actions.showOutOfDownloads).toHaveBeenCalledTimes(1);
  });

  it('are ignored in text fields and while a dialog is open', async () => {
    const studio = await openDescribed();
    const { user, actions } = await page(studio);
    screen.getByRole('textbox', { name: 'Words' }).focus();
    await user.keyboard('n?k');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Words' }).value).toBe('n?k');
    expect(actions.choosePhoto).not.toHaveBeenCalled();
    button('A button').focus();
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    await user.keyboard('n');
    expect(actions.choosePhoto).not.toHaveBeenCalled();
    dialog.remove();
    await user.keyboard('n');
    expect(actions.choosePhoto).toHaveBeenCalledTimes(1);
  });

  it('don’t run disabled commands, or a command again while the key is held', async () => {
    const { studio } = await openedWith('describe');
    const { user, actions } = await page(studio);
    await press(user, 'Ctrl Shift S');
    expect(actions.showExport).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'n' });
    fireEvent.keyDown(document.body, { key: 'n', repeat: true });
    expect(actions.choosePhoto).toHaveBeenCalledTimes(1);
  });
});

describe('the stage menu', () => {
  const openMenu = async (studio: Studio) => {
    const rendered = await renderCommanded(studio, (_context: CommandContext, actions: PageActions) => (
      <StageMenu actions={actions}>
        <p>The picture</p>
      </StageMenu>
    ));
    fireEvent.contextMenu(screen.getByText('The picture'));
    return rendered;
  };
  const items = (): string[] =>
    screen.getAllByRole('menuitem').flatMap((item) => item.textContent?.replace(/(Ctrl|Shift).*$/, '') ?? []);

  it('has two items without a photo', async () => {
    await openMenu(createStudio(fakeServices()));
    expect(screen.getAllByRole('menuitem')).toHaveLength(2);
  });

  it('offers the ways to save a cut-out, without items of other tools', async () => {
    const { studio } = await openedWith('cut-out');
    await openMenu(studio);
    expect(items().join(' ')).toMatch(/Download PNG.*Export as….*Copy to clipboard/);
    expect(items().join(' ')).not.toMatch(/On the stage|Invert/);
  });

  it('performs the chosen command', async () => {
    const { studio } = await openedWith('cut-out');
    const { user, actions } = await openMenu(studio);
    await user.click(screen.getByRole('menuitem', { name: /^Export as…/ }));
    expect(actions.showExport).toHaveBeenCalledTimes(1);
    fireEvent.contextMenu(screen.getByText('The picture'));
    await user.click(screen.getByRole('menuitem', { name: /^Correct the edge/ }));
    expect(getState(studio).isRefineOpen).toBe(true);
  });

  it('offers placement for a product, and mask commands for the magic tool', async () => {
    const { studio } = await openedWith('scene');
    await openMenu(studio);
    expect(items().join(' ')).toMatch(/On the stage/);
    await happens(() => studio.chooseTool('magic'));
    await happens(() => studio.brush.draw({ tool: 'brush', radiusPx: 9, points: [1, 2, 3, 4] }));
    fireEvent.contextMenu(screen.getByText('The picture'));
    expect(items().join(' ')).toMatch(/Invert.*Clear/);
  });
});
