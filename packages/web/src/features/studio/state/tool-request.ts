/** What the server is asked for a tool's work. */
import type { TaskState } from '@packshot/contract/tools/tasks';
import type { StudioDocument } from '../model/document.ts';
import type { PictureId } from '../model/results.ts';
import type { StudioServices } from './services.ts';
import type { ToolCall } from './tool-calls.ts';

/** A request that is ready to be sent. */
export interface ToolRequest {
  /** What it differs by from other requests for the same work. */
  readonly parts: readonly unknown[];
  send(call: ToolCall): Promise<TaskState[]>;
}

/** What a request is made from. */
export interface RequestMaterials {
  readonly document: StudioDocument;
  readonly services: StudioServices;
  /** Storage key of a picture, which is uploaded first when the server has not got it. */
  keyOf(id: PictureId): Promise<string>;
  /**
   * Storage key of a mask, which is uploaded unless it was the last one that was.
   * @param drawn what it was drawn from, as text
   */
  keyOfMask(png: Blob, drawn: string): Promise<string>;
}
