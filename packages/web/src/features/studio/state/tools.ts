/** What the tools say of the open document. */
import type { StudioDocument } from '../model/document.ts';
import { sizeOf } from '../model/document.ts';
import { currentResult } from '../model/results.ts';
import type { WorkName } from '../model/results.ts';
import type { Size } from '../model/size.ts';
import type { ServerWork, StudioTool, ToolDrawing, Tools, ToolStage, ToolWork } from './studio-context.ts';
import { isBusy, toolOf } from './studio-state.ts';
import type { StudioState } from './studio-state.ts';

/** In the order in which they are offered. */
export const toolList = (tools: Tools): readonly StudioTool[] => Object.values(tools);

export function workOf(tools: Tools, name: WorkName): ToolWork {
  const found = toolList(tools)
    .flatMap(({ works }) => works)
    .find((work) => work.name === name);
  if (!found) throw new Error(`No tool does ${name}.`);
  return found;
}

/** What the server is asked for that work. @throws Error when it is done here */
export function serverWorkOf(tools: Tools, name: WorkName): ServerWork {
  const { server } = workOf(tools, name);
  if (!server) throw new Error(`The server does no ${name}.`);
  return server;
}

/** What the chosen tool's button does now. */
export const workNow = (tools: Tools, document: StudioDocument): ToolWork =>
  workOf(tools, tools[document.tool].workNow?.(document) ?? document.tool);

/** Why the chosen tool cannot run on this document now; null when it can. Credits are another matter. */
export function reasonNotReady(tools: Tools, document: StudioDocument | null): string | null {
  if (!document) return 'Choose a photo first.';
  const work = workNow(tools, document);
  const hasPicture = document.photo !== null || currentResult(document) !== null;
  if (!hasPicture && work.needsNoPicture !== true) return 'Choose a photo first.';
  return work.reasonNotReady?.(document) ?? null;
}

/** What the chosen tool shows in place of the picture; null where it shows the picture. */
export function stageOf(tools: Tools, state: StudioState): ToolStage | null {
  const { stage } = tools[toolOf(state)];
  return state.document && stage?.isShown(state) === true ? stage : null;
}

/** The stage's coordinates: the current picture's own pixels, unless the tool has its own. */
export function stageSize(tools: Tools, state: StudioState): Size | null {
  const { document } = state;
  const stage = stageOf(tools, state);
  return document && (stage ? stage.sizeOf(document) : sizeOf(document));
}

/** Drawing that the chosen tool is open for. */
export function openDrawing(tools: Tools, state: StudioState): ToolDrawing | null {
  const { drawing } = tools[toolOf(state)];
  return state.document && drawing?.isOpen(state) === true ? drawing : null;
}

/** True while strokes on the stage draw instead of moving the picture. */
export const isDrawing = (tools: Tools, state: StudioState): boolean =>
  openDrawing(tools, state) !== null &&
  state.document?.view.compare === 'result' &&
  !state.isShowingOriginal &&
  !isBusy(state);
