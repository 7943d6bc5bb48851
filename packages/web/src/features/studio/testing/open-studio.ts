import { vi } from 'vitest';
import { commandContext, commandFacts } from '../commands/command-context.ts';
import { createCommands } from '../commands/commands.ts';
import { currentResult } from '../model/results.ts';
import type { Result, WorkName } from '../model/results.ts';
import type { ToolName } from '@packshot/contract/tools/names';
import type { StudioDocument } from '../model/document.ts';
import type { StudioServices } from '../state/services.ts';
import { createStudio } from '../shell/studio.ts';
import type { Studio } from '../shell/studio.ts';
import type { CommandFacts, CommandId } from '../state/command.ts';
import { reasonNotReady, workNow } from '../state/tools.ts';
import type { StudioState } from '../state/studio-state.ts';
import { fakeServices, pngFile } from './fake-services.ts';

export const getState = ({ store }: Studio): StudioState => store.getState();

export function requireDocument(studio: Studio): StudioDocument {
  const { document } = getState(studio);
  if (!document) throw new Error('No document is open.');
  return document;
}

export const getCurrentResult = (studio: Studio): Result | null => {
  const { document } = getState(studio);
  return document && currentResult(document);
};

/** Creates a studio with fake services, chooses a tool, and opens a photo with it. */
export async function openedWith(
  tool: ToolName,
  overrides: Partial<StudioServices> = {},
): Promise<{ services: ReturnType<typeof fakeServices>; studio: Studio }> {
  const services = fakeServices(overrides);
  const studio = createStudio(services);
  studio.chooseTool(tool);
  await studio.takePhoto([pngFile()]);
  await settle();
  return { services, studio };
}

export const getFacts = (studio: Studio): CommandFacts =>
  commandFacts(studio.context.tools, getState(studio));

/** Performs a command on a fake page whose actions do nothing. */
export function perform(studio: Studio, id: CommandId): void {
  const page = {
    choosePhoto: () => undefined,
    showShortcuts: () => undefined,
    showCommands: () => undefined,
    showOutOfDownloads: () => undefined,
    showRecipeAccount: () => undefined,
    showExport: () => undefined,
  };
  const { context } = studio;
  context
    .get(createCommands)
    .of(id)
    .perform(commandContext(context, getFacts(studio), page));
}

export const getReason = (studio: Studio): string | null =>
  reasonNotReady(studio.context.tools, requireDocument(studio));

export const getWorkName = (studio: Studio): WorkName =>
  workNow(studio.context.tools, requireDocument(studio)).name;

/** Waits 5 ms, in which the studio processes the immediate answers of the fakes. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** Resolves once the open document is completely stored in the browser's database. */
export const waitUntilSaved = (studio: Studio): Promise<void> =>
  vi.waitFor(() => {
    if (!getState(studio).isSaved) throw new Error('Not kept yet.');
  });
