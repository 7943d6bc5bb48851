/** What every part of the studio is given, and what a tool of the studio is. */
import type { EngineTool } from '@packshot/contract/tools/engines';
import type { DigitalSourceType } from '@packshot/contract/provenance/source-types';
import type { ToolName } from '@packshot/contract/tools/names';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, RefObject } from 'react';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { StudioDocument } from '../model/document.ts';
import type { Picture } from '../model/picture.ts';
import type { ToolSettings } from '../model/edits.ts';
import type { PictureId, Result, WorkName } from '../model/results.ts';
import type { SceneSettings } from '../model/scene-settings.ts';
import type { Size } from '../model/size.ts';
import type { Drawn } from '../model/strokes.ts';
import type { Command, CommandContext, CommandFacts, CommandId } from './command.ts';
import type { Rendition } from './document-store.ts';
import { reduceJob } from './job.ts';
import type { JobEvent } from './job.ts';
import type { FailureSentences } from './failure.ts';
import type { Painter } from './painter.ts';
import type { Run } from './run.ts';
import type { StudioServices } from './services.ts';
import { initialStudioState } from './studio-state.ts';
import type { Renditions, StudioState } from './studio-state.ts';
import type { RequestMaterials, TaskRequest } from './task-request.ts';

/** Another engine may do this work, where the operator has set one. */
export interface EngineUse {
  readonly tool: EngineTool;
  /** What the built-in engine is called beside the other one, and where it steps in; absent: 'Built in', 'ours'. */
  readonly ownName?: string;
  readonly standIn?: string;
  /** It makes scenes, after a reference and by a seed. */
  readonly makesScenes?: boolean;
  /** The product's own pixels can be kept. */
  readonly canKeepProduct?: boolean;
  /** It is given words alone: its title, and what to know of that. */
  readonly takesWords?: { readonly title: string; readonly facts: string };
}

/** What a click on a tool's button does. */
export interface ToolWork {
  readonly name: WorkName;
  readonly icon: LucideIcon;
  /** On the button. */
  readonly label: string | ((document: StudioDocument | null) => string);
  /** `free`: always · `balance`: free while a generation is left · absent: uses one generation */
  readonly price?: 'free' | 'balance';
  /** It begins with words and needs no picture. */
  readonly needsNoPicture?: boolean;
  /** Why it cannot be done on this document; absent or null when it can. Credits are another matter. */
  reasonNotReady?(document: StudioDocument): string | null;
  /** The picture that it works on; absent: the one on the stage. */
  inputOf?(document: StudioDocument): PictureId;
  /** Does it, or what has to be done before `start` asks the server; absent: the server is asked at once. */
  perform?(studio: StudioContext, start: (inputId: PictureId) => Promise<void>): Promise<void>;
  /** What the server is asked for; absent: it is done here. */
  readonly server?: ServerWork;
}

/** Work that the server does. */
export interface ServerWork {
  /** @throws RunRefusedError when something has to be drawn first; ApiError when an upload fails */
  request(materials: RequestMaterials, inputId: PictureId): Promise<TaskRequest>;
  /** `variants`: several pictures of one request, each shown as it ends */
  readonly makes: 'picture' | 'variants' | 'description';
  /** The tool that its picture counts as one of. */
  readonly resultTool: ToolName;
  /** What is noted of a run in its result. */
  factsOf?(run: Run, document: StudioDocument | null): Partial<Pick<Result, 'strength' | 'surroundings'>>;
  /** The prompt that the shell keeps of it; absent: that of the magic tool. */
  promptOf?(document: StudioDocument): string;
  readonly engine?: EngineUse;
  /** While it runs. */
  readonly working: string;
  /** Announced by screen readers when it is done. */
  readonly done: string;
  readonly failures?: FailureSentences;
}

/** Drawing on the stage. */
export interface ToolDrawing {
  /** True while strokes draw instead of moving the picture, if nothing else keeps them from it. */
  isOpen(state: StudioState): boolean;
  /** What is drawn on the picture on the stage. */
  drawn(document: StudioDocument): Drawn<unknown>;
  /** There is something drawn that can be cleared. */
  hasDrawn(document: StudioDocument): boolean;
  change(document: StudioDocument, step: <Stroke>(drawn: Drawn<Stroke>) => Drawn<Stroke>): StudioDocument;
  /** What of the settings is its own. */
  readonly settings: readonly (keyof ToolSettings)[];
  /** A brush was chosen. */
  begin(studio: StudioContext): void;
  /** Takes away all that is drawn. */
  clear(studio: StudioContext): void;
  /** Its run made the later picture of the earlier one. */
  made(later: Result, earlierId: PictureId, earlier: Result | null): boolean;
}

interface LayerProps {
  readonly painterRef: RefObject<Painter | null>;
}

/** A frame on the stage in which a picture is put together. */
export interface ToolFrame {
  /** It is shown in place of the picture. */
  isOpen(document: StudioDocument): boolean;
  /** The product is placed in it; otherwise it shows only what a scene will follow. */
  readonly holdsProduct: boolean;
}

/** What a tool shows in place of the picture while it is chosen. */
export interface ToolStage {
  isShown(state: StudioState): boolean;
  readonly frame?: ToolFrame;
  /** In the stage's coordinates. */
  sizeOf(document: StudioDocument): Size | null;
  /** What the stage is called. */
  readonly description: string;
  /** At its edges nothing can be read. */
  readonly isShaded?: boolean;
  /** Why it cannot be taken away as a file; null when it can. */
  reasonNotTakeable(state: StudioState): string | null;
  readonly Layers: ComponentType;
}

export interface PanelProps {
  readonly context: CommandContext;
}

export interface StudioTool {
  readonly name: ToolName;
  readonly icon: LucideIcon;
  /** Its shortcut. */
  readonly key: string;
  /** What becomes of a photo, said before there is one. */
  readonly promise: string;

  /** What its button does, its own work first. */
  readonly works: readonly [ToolWork, ...ToolWork[]];
  /** The work that its button does now; absent: its own. Another tool's where that has to come first. */
  workNow?(document: StudioDocument): WorkName;
  /** What is begun when another tool is chosen. */
  workOnLeaving?(document: StudioDocument): WorkName | null;
  /** The stage shows what it made, and its button would do nothing more. */
  isDone?(state: StudioState): boolean;
  /** What it shows is made in the browser as it is saved. */
  isMadeOnSaving?(document: StudioDocument): boolean;
  /** Why the picture on the stage cannot be taken away as a file yet. */
  reasonNotTakeable?(state: StudioState): string | null;

  /** Without a photo it can be worked with. */
  readonly needsNoPhoto?: boolean;
  /** The tool that a photo is opened with in its stead. */
  readonly toolForPhoto?: ToolName;
  /** It begins with the product alone: a new photo's background is removed at once. */
  readonly startsWithProduct?: boolean;

  /** Of a picture that it made: worth knowing beside its size. */
  factOf?(result: Result): string | null;
  /** How a picture that it made came to be. */
  sourceTypeOf(result: Result): DigitalSourceType;
  /** How its pictures of history came to be, of which less is known; absent: `algorithmicallyEnhanced`. */
  readonly recordSourceType?: DigitalSourceType;
  /** A record's input, when it is a result, is the product alone. */
  readonly hasProductInput?: boolean;
  /** The scene that is set for this photo, which a batch takes over for others; absent or null: none. */
  sceneForPhotos?(document: StudioDocument): Pick<SceneSettings, 'prompt' | 'reference'> | null;
  /** Its pictures are made for a request, and have its facts. */
  readonly makesScenes?: boolean;

  /** The rows of its panel on wide screens, and in the sheet of phones. */
  readonly Panel: ComponentType<PanelProps>;
  /** At hand below the stage on phones; absent: the panel. */
  readonly PhonePanel?: ComponentType<PanelProps>;
  /** Class of its height, so that the stage keeps its size while the panel is loaded. */
  readonly phonePlace?: string;
  /** The row below the stage shows only a part of the panel. */
  readonly showsPanelInSheet?: boolean;
  /** The panel has the recent documents. */
  readonly showsRecents?: boolean;
  /** Other things come before the facts of a picture. */
  readonly foldsFacts?: boolean;

  readonly stage?: ToolStage;
  readonly drawing?: ToolDrawing;
  /** Drawn over the picture while strokes draw. */
  readonly Overlay?: ComponentType<LayerProps>;
  /** Laid over the picture while it is looked at alone. */
  readonly Marks?: ComponentType;
  /** Shown in place of the picture's own layers. */
  readonly picture?: { isShown(state: StudioState): boolean; readonly Layers: ComponentType<LayerProps> };
  /** How much of a result is seen over what it was made from, 0 to 1. */
  shareShown?(result: Result, document: StudioDocument): number;
  /** It is chosen to work on the picture: a comparison ends. */
  readonly endsComparison?: boolean;

  commands?(studio: StudioContext): readonly Command[];
  /** Groups of its commands in the menu of the stage. */
  readonly stageMenu?: readonly (readonly CommandId[])[];
  /** Its commands in the menu of a picture: before the comparisons, and before going on with it as a photo. */
  readonly pictureMenu?: {
    readonly arranging?: readonly CommandId[];
    readonly goingOn?: readonly CommandId[];
  };
  /** What its commands need to know, whether it is chosen or not. */
  commandFacts?(state: StudioState, tools: Tools): Partial<CommandFacts>;
}

export type Tools = Readonly<Record<ToolName, StudioTool>>;

const NO_RENDITIONS: Renditions = { standard: null, full: null };

/** What every part of the studio's behavior is given. */
export interface StudioContext {
  readonly services: StudioServices;
  readonly store: StoreApi<StudioState>;
  readonly tools: Tools;
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
  /** Gives the open document another id; work that is under way still finds it by its earlier one. */
  renameDocument(id: string, nextId: string): void;
  /** The id that a document has now. */
  currentName(id: string): string;
  announce(text: string): void;
}

export function createStudioContext(services: StudioServices, tools: Tools): StudioContext {
  const store = createStore<StudioState>(initialStudioState);
  const nextIds = new Map<string, string>();
  const currentName = (id: string): string => {
    const next = nextIds.get(id);
    return next === undefined ? id : currentName(next);
  };
  const isOpen = (documentId: string): boolean => store.getState().document?.id === currentName(documentId);
  // Opened again, a document has its own id.
  store.subscribe(({ document }) => document && nextIds.delete(document.id));
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
    tools,
    get: <Made>(create: (context: StudioContext) => Made): Made => {
      if (!made.has(create)) made.set(create, create(context));
      // The key made it.
      return made.get(create) as Made;
    },
    isOpen,
    currentName,
    renameDocument: (id, nextId) => {
      nextIds.set(id, nextId);
      const { document } = store.getState();
      if (document?.id === id) store.setState({ document: { ...document, id: nextId } });
    },
    dispatch,
    change,
    changeView: (part) => change((document) => ({ ...document, view: { ...document.view, ...part } })),
    dismissFailure: () => {
      if (store.getState().job.phase === 'failed') dispatch({ type: 'reset' });
    },
    patchDocument: (id, change) => {
      const { document } = store.getState();
      if (!document || !isOpen(id)) return;
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
