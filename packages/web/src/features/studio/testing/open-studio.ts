/** What the tests look at in a studio, and how they wait for it. */
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

export const stateOf = ({ store }: Studio): StudioState => store.getState();

/** The open document. */
export function documentOf(studio: Studio): StudioDocument {
  const { document } = stateOf(studio);
  if (!document) throw new Error('No document is open.');
  return document;
}

/** The result on the stage; null for the photo, and when nothing is open. */
export const currentOf = (studio: Studio): Result | null => {
  const { document } = stateOf(studio);
  return document && currentResult(document);
};

/** A studio with doubles around it, a tool chosen, and a photo taken with that tool. */
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

/** What the commands of a studio know now. */
export const factsOf = (studio: Studio): CommandFacts => commandFacts(studio.context.tools, stateOf(studio));

/** Performs a command, on a page that can do nothing of its own. */
export function perform(studio: Studio, id: CommandId): void {
  const page = {
    choosePhoto: () => undefined,
    showShortcuts: () => undefined,
    showOutOfDownloads: () => undefined,
    showRecipeAccount: () => undefined,
    showExport: () => undefined,
  };
  const { context } = studio;
  context
    .get(createCommands)
    .of(id)
    .perform(commandContext(context, factsOf(studio), page));
}

/** Why the chosen tool cannot run now. */
export const reasonOf = (studio: Studio): string | null =>
  reasonNotReady(studio.context.tools, documentOf(studio));

/** What the chosen tool's button does now. */
export const workNameOf = (studio: Studio): WorkName =>
  workNow(studio.context.tools, documentOf(studio)).name;

/** Lets everything that the doubles have answered come to its end. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** Resolves once everything of the open document is in the browser's database. */
export const kept = (studio: Studio): Promise<void> =>
  vi.waitFor(() => {
    if (!stateOf(studio).isSaved) throw new Error('Not kept yet.');
  });
