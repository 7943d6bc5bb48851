/** What the server is asked for a tool's work. */
import type { TaskTool, ToolInput } from '@packshot/contract/tools/task-tools';
import type { StudioDocument } from '../model/document.ts';
import type { Picture } from '../model/picture.ts';
import type { PictureId } from '../model/results.ts';
import type { StudioServices } from './services.ts';

/** A request that is ready to be sent. Which engine is asked is added when it is. */
export type TaskRequest = {
  readonly [Tool in TaskTool]: { readonly tool: Tool; readonly input: ToolInput<Tool> };
}[TaskTool];

/** What a request is made from. */
export interface RequestMaterials {
  readonly document: StudioDocument;
  readonly services: StudioServices;
  /** Storage key of a picture, which is uploaded first when the server has not got it. */
  keyOf(id: PictureId): Promise<string>;
  /** The best rendition of a picture that is on the page; null when there is none. */
  pictureOf(id: PictureId): Picture | null;
  /**
   * Storage key of a mask, which is uploaded unless it was the last one that was.
   * @param drawn what it was drawn from, as text
   */
  keyOfMask(png: Blob, drawn: string): Promise<string>;
}
