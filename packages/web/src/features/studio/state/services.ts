/**
 * Services that the studio uses: the app's are in `shell/real-services.ts`, and tests use fakes. This file has those
 * that all subjects use; each subject adds its own in its `services.ts`.
 */
import type { Reference } from '@packshot/contract/tools/scene';
import type { ToastType } from '../../../lib/state/toast.ts';
import type { StagePicture } from '../model/picture.ts';
import type { DocumentStore } from './document-store.ts';

export interface StudioServices {
  readonly documents: DocumentStore;
  references(): Promise<readonly Reference[]>;
  release(picture: StagePicture | null): void;
  notify(type: ToastType, message: string): void;
  newId(): string;
  nowMs(): number;
}
