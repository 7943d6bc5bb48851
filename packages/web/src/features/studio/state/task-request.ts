import type { TaskTool, ToolInput } from '@packshot/contract/tools/task-tools';
import type { StudioDocument } from '../model/document.ts';
import type { StagePicture } from '../model/picture.ts';
import type { PictureId } from '../model/results.ts';
import type { StudioServices } from './services.ts';
import type { StudioState } from './studio-state.ts';

/** Complete request, except for the engine, which is added when the request is sent. */
export type TaskRequest = {
  readonly [Tool in TaskTool]: { readonly tool: Tool; readonly input: ToolInput<Tool> };
}[TaskTool];

export interface RequestMaterials {
  readonly document: StudioDocument;
  readonly services: StudioServices;
  /** Storage key of a picture; uploads the picture first if the server doesn't have it. */
  resolveKey(id: PictureId): Promise<string>;
  findPicture(id: PictureId): StagePicture | null;
  /** Seed with which the stage shows a scene that isn't made yet, and the colors that it read from products. */
  readonly shownScenes?: Pick<StudioState, 'nextSeed' | 'productColors'> | undefined;
  /**
   * Storage key of a mask; uploads the mask unless it equals the one uploaded last.
   * @param drawing text that identifies the mask's strokes and picture
   */
  keyOfMask(png: Blob, drawing: string): Promise<string>;
}
