/** Messages between the page and the worker that composes made scenes. */
import type { LiveFrame } from '@packshot/image-engine/pixels';
import type { LiveSceneOrder } from '../composite/live-scene.ts';

export interface LiveRequest {
  readonly id: number;
  readonly order: LiveSceneOrder;
}

export type LiveAnswer =
  | { readonly id: number; readonly frame: LiveFrame }
  | { readonly id: number; readonly failure: string };
