/** What every part of the studio is given. */
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { StudioDocument } from '../model/document.ts';
import type { PictureId } from '../model/results.ts';
import type { Picture } from '../model/picture.ts';
import type { Rendition } from './document-store.ts';
import { reduceJob } from './job.ts';
import type { JobEvent } from './job.ts';
import type { StudioServices } from './services.ts';
import { initialStudioState } from './studio-state.ts';
import type { Renditions, StudioState } from './studio-state.ts';

const NO_RENDITIONS: Renditions = { standard: null, full: null };

/** What every part of the studio's behavior is given. */
export interface StudioContext {
  readonly services: StudioServices;
  readonly store: StoreApi<StudioState>;
  /** What belongs to one subject, made by `create` when it is first asked for: one for each studio. */
  get<Made>(create: (context: StudioContext) => Made): Made;
  dispatch(event: JobEvent): void;
  /** Changes the document with this id, if it is still the open one. */
  patchDocument(id: string, change: (document: StudioDocument) => StudioDocument): void;
  /** Changes the open document, if there is one; `nowMs` is when. */
  change(next: (document: StudioDocument, nowMs: number) => StudioDocument): void;
  /** Changes how the open document is looked at. */
  changeView(part: Partial<StudioDocument['view']>): void;
  /** Takes what went wrong off the stage. */
  dismissFailure(): void;
  /** Shows another picture of the open document in place of the one before; released when it is too late. */
  setPicture(documentId: string, id: PictureId, rendition: Rendition, picture: Picture): void;
  setThumbnail(documentId: string, id: PictureId, picture: Picture): void;
  isOpen(documentId: string): boolean;
  announce(text: string): void;
}

export function createStudioContext(services: StudioServices): StudioContext {
  const store = createStore<StudioState>(initialStudioState);
  const isOpen = (documentId: string): boolean => store.getState().document?.id === documentId;
  const dispatch = (event: JobEvent): void =>
    store.setState((state) => ({ job: reduceJob(state.job, event) }));
  const change: StudioContext['change'] = (next) => {
    const { document } = store.getState();
    if (!document) return;
    const nowMs = services.nowMs();
    const changed = next(document, nowMs);
    if (changed !== document) store.setState({ document: { ...changed, updatedAtMs: nowMs } });
  };
  const made = new Map<(context: StudioContext) => unknown, unknown>();
  const context: StudioContext = {
    services,
    store,
    get: <Made>(create: (context: StudioContext) => Made): Made => {
      if (!made.has(create)) made.set(create, create(context));
      // The key made it.
      return made.get(create) as Made;
    },
    isOpen,
    dispatch,
    change,
    changeView: (part) => change((document) => ({ ...document, view: { ...document.view, ...part } })),
    dismissFailure: () => {
      if (store.getState().job.phase === 'failed') dispatch({ type: 'reset' });
    },
    patchDocument: (id, change) => {
      const { document } = store.getState();
      if (document?.id !== id) return;
      store.setState({ document: { ...change(document), updatedAtMs: services.nowMs() } });
    },
    setPicture: (documentId, id, rendition, picture) => {
      if (!isOpen(documentId)) {
        services.release(picture);
        return;
      }
      const { pictures } = store.getState();
      const before = pictures[id] ?? NO_RENDITIONS;
      services.release(before[rendition]);
      store.setState({ pictures: { ...pictures, [id]: { ...before, [rendition]: picture } } });
    },
    setThumbnail: (documentId, id, picture) => {
      if (!isOpen(documentId)) {
        services.release(picture);
        return;
      }
      const { thumbnails } = store.getState();
      services.release(thumbnails[id] ?? null);
      store.setState({ thumbnails: { ...thumbnails, [id]: picture } });
    },
    announce: (announcement) => store.setState({ announcement }),
  };
  return context;
}
