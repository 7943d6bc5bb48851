import { t } from '@packshot/contract/text/translation';
import type { StudioDocument } from '../model/document.ts';
import { getPictureSize } from '../model/document.ts';
import { currentResult } from '../model/results.ts';
import type { WorkName } from '../model/results.ts';
import type { PixelSize } from '../model/size.ts';
import type { ServerWork, StudioTool, ToolDrawing, Tools, ToolStage, ToolWork } from './studio-context.ts';
import { isBusy, getTool } from './studio-state.ts';
import type { StudioState } from './studio-state.ts';

export const toolList = (tools: Tools): readonly StudioTool[] => Object.values(tools);

export function requireWork(tools: Tools, name: WorkName): ToolWork {
  const match = toolList(tools)
    .flatMap(({ works }) => works)
    .find((work) => work.name === name);
  if (!match) throw new Error(`No tool does ${name}.`);
  return match;
}

/**
 * Server request for a tool's action.
 * @throws Error for actions that the browser performs
 */
export function requireServerWork(tools: Tools, name: WorkName): ServerWork {
  const { server } = requireWork(tools, name);
  if (!server) throw new Error(`The server does no ${name}.`);
  return server;
}

/** Action that the chosen tool's button now performs. */
export const workNow = (tools: Tools, document: StudioDocument): ToolWork =>
  requireWork(tools, tools[document.tool].workNow?.(document) ?? document.tool);

/** Reason why the chosen tool can't run on this document now, or null. Ignores credits. */
export function reasonNotReady(tools: Tools, document: StudioDocument | null): string | null {
  if (!document) return t('Choose a photo first.');
  const work = workNow(tools, document);
  const hasPicture = document.photo !== null || currentResult(document) !== null;
  if (!hasPicture && work.needsNoPicture !== true) return t('Choose a photo first.');
  return work.reasonNotReady?.(document) ?? null;
}

export function findStage(tools: Tools, state: StudioState): ToolStage | null {
  const { stage } = tools[getTool(state)];
  return state.document && stage?.isShown(state) === true ? stage : null;
}

/** Size of the stage's coordinate system: the current picture's, unless the tool shows content of another size. */
export function stageSize(tools: Tools, state: StudioState): PixelSize | null {
  const { document } = state;
  if (!document) return null;
  const stage = findStage(tools, state);
  if (stage) return stage.measureSize(document);
  const { picture } = tools[getTool(state)];
  const isOwn = document.view.compare === 'result' && picture?.isShown(state) === true;
  return (isOwn ? picture.measureSize?.(document) : null) ?? getPictureSize(document);
}

export function openDrawing(tools: Tools, state: StudioState): ToolDrawing | null {
  const { drawing } = tools[getTool(state)];
  return state.document && drawing?.isOpen(state) === true ? drawing : null;
}

/** True while dragging on the stage draws strokes instead of moving the picture. */
export const isDrawing = (tools: Tools, state: StudioState): boolean =>
  openDrawing(tools, state) !== null &&
  state.document?.view.compare === 'result' &&
  !state.isShowingOriginal &&
  !isBusy(state);
