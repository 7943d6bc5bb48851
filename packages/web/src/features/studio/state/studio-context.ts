/** Context of every studio module, and the interface of a studio tool. */
import type { EngineTool } from '@packshot/contract/tools/engines';
import type { DigitalSourceType } from '@packshot/contract/provenance/source-types';
import type { ToolName } from '@packshot/contract/tools/names';
import type { IconNode } from 'lucide';
import type { ComponentType, RefObject } from 'react';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { StudioDocument } from '../model/document.ts';
import type { Picture } from '../model/picture.ts';
import type { ToolSettings } from '../model/edits.ts';
import type { PictureId, Result, WorkName } from '../model/results.ts';
import type { SceneSettings } from '../model/scene-settings.ts';
import type { PixelSize } from '../model/size.ts';
import type { StrokeDrawing } from '../model/strokes.ts';
import type { StudioCommand, CommandContext, CommandFacts, CommandId } from './command.ts';
import type { Rendition } from './document-store.ts';
import { reduceJob } from './job.ts';
import type { JobEvent } from './job.ts';
import type { FailureSentences } from './failure.ts';
import type { Painter } from './painter.ts';
import type { ToolRun } from './run.ts';
import type { StudioServices } from './services.ts';
import { initialStudioState } from './studio-state.ts';
import type { LoadedRenditions, StudioState } from './studio-state.ts';
import type { RequestMaterials, TaskRequest } from './task-request.ts';

/** Describes work that an external engine can do, if the operator has configured one. */
export interface EngineUse {
  readonly tool: EngineTool;
  /** Name of the built-in engine beside the external one, and label of its use as a fallback. */
  readonly ownName?: string;
  readonly fallbackLabel?: string;
  /** Whether it makes scenes, with a reference and a seed. */
  readonly makesScenes?: boolean;
  /** Whether it can keep the product's original pixels. */
  readonly canKeepProduct?: boolean;
  /** Set if the engine receives only text: its title, and notes about that. */
  readonly takesWords?: { readonly title: string; readonly facts: string };
}

/** Action of a tool's button. */
export interface ToolWork {
  readonly name: WorkName;
  readonly icon: IconNode;
  /** Label of the button. */
  readonly label: string | ((document: StudioDocument | null) => string);
  /** `free`: always free · `balance`: free while a generation is left · undefined: uses one generation */
  readonly price?: 'free' | 'balance';
  /** Whether it starts with a prompt and needs no picture. */
  readonly needsNoPicture?: boolean;
  /** Reason why it can't run on this document; undefined or null if it can. Ignores credits. */
  reasonNotReady?(document: StudioDocument): string | null;
  /** Picture to process; defaults to the one on the stage. */
  chooseInput?(document: StudioDocument): PictureId;
  /** Performs the work, or prepares it before `start` sends the request. Without it the request is sent at once. */
  perform?(studio: StudioContext, start: (inputId: PictureId) => Promise<void>): Promise<void>;
  /** Request to the server; undefined for work done in the browser. */
  readonly server?: ServerWork;
}

/** Work done by the server. */
export interface ServerWork {
  /** @throws RunRefusedError if the user has to draw something first; ApiError if an upload fails */
  request(materials: RequestMaterials, inputId: PictureId): Promise<TaskRequest>;
  /** `variants`: several pictures of one request, each shown as it finishes */
  readonly makes: 'picture' | 'variants' | 'description';
  /** Tool that its picture is attributed to. */
  readonly resultTool: ToolName;
  /** Facts of a run to store in its result. */
  toResultFacts?(
    run: ToolRun,
    document: StudioDocument | null,
  ): Partial<Pick<Result, 'strength' | 'surroundings'>>;
  /** Prompt that the app shell records; defaults to the magic tool's. */
  getPrompt?(document: StudioDocument): string;
  readonly engine?: EngineUse;
  /** Message shown while it runs. */
  readonly working: string;
  /** Message for screen readers when it is done. */
  readonly done: string;
  readonly failures?: FailureSentences;
}

/** Interface of a tool that draws on the stage. */
export interface ToolDrawing {
  /** True while strokes draw instead of moving the picture, unless another condition prevents it. */
  isOpen(state: StudioState): boolean;
  /** Strokes on the current picture. */
  drawn(document: StudioDocument): StrokeDrawing<unknown>;
  /** Whether there are strokes to clear. */
  hasDrawn(document: StudioDocument): boolean;
  change(
    document: StudioDocument,
    step: <Stroke>(drawing: StrokeDrawing<Stroke>) => StrokeDrawing<Stroke>,
  ): StudioDocument;
  /** Tool settings that belong to the drawing. */
  readonly settings: readonly (keyof ToolSettings)[];
  /** Called when the user chooses a brush. */
  begin(studio: StudioContext): void;
  /** Removes all strokes. */
  clear(studio: StudioContext): void;
  /** Whether this tool's run made the later picture from the earlier one. */
  made(later: Result, earlierId: PictureId, earlier: Result | null): boolean;
}

interface LayerProps {
  readonly painterRef: RefObject<Painter | null>;
}

/** Frame on the stage for composing a picture. */
export interface ToolFrame {
  /** Whether the frame is shown in place of the picture. */
  isOpen(document: StudioDocument): boolean;
  /** Whether the product is placed in it; otherwise it shows only the scene's reference. */
  readonly holdsProduct: boolean;
}

/** Content that a tool shows in place of the picture while it is chosen. */
export interface ToolStage {
  isShown(state: StudioState): boolean;
  readonly frame?: ToolFrame;
  /** Size in the stage's coordinates. */
  measureSize(document: StudioDocument): PixelSize | null;
  /** Accessible description of the stage. */
  readonly description: string;
  /** Whether its edges are shaded, so that text there is unreadable. */
  readonly isShaded?: boolean;
  /** Reason why it can't be saved as a file, or null. */
  reasonNotTakeable(state: StudioState): string | null;
  readonly Layers: ComponentType;
}

export interface PanelProps {
  readonly context: CommandContext;
}

export interface StudioTool {
  readonly name: ToolName;
  readonly icon: IconNode;
  /** Shortcut of the tool. */
  readonly key: string;
  /** Text about what the tool does with a photo, shown before a photo is open. */
  readonly promise: string;

  /** Actions of its button, its own first. */
  readonly works: readonly [ToolWork, ...ToolWork[]];
  /** Current action of the button; defaults to its own. May be another tool's that has to run first. */
  workNow?(document: StudioDocument): WorkName;
  /** Work to start when the user changes to another tool. */
  workOnLeaving?(document: StudioDocument): WorkName | null;
  /** Whether the stage shows the tool's result, so that running it again would change nothing. */
  isDone?(state: StudioState): boolean;
  /** Whether the browser makes its picture on saving. */
  isMadeOnSaving?(document: StudioDocument): boolean;
  /** Reason why the picture on the stage can't be saved yet. */
  reasonNotTakeable?(state: StudioState): string | null;

  /** Whether it works without a photo. */
  readonly needsNoPhoto?: boolean;
  /** Tool that opens photos instead. */
  readonly toolForPhoto?: ToolName;
  /** Whether it starts with the cut-out: a new photo's background is removed at once. */
  readonly startsWithProduct?: boolean;

  /** Additional fact about a result, shown beside its size. */
  describeResult?(result: Result): string | null;
  /** Source type of a result. */
  getSourceType(result: Result): DigitalSourceType;
  /** Source type of its pictures in the history, about which less is known; defaults to `algorithmicallyEnhanced`. */
  readonly recordSourceType?: DigitalSourceType;
  /** Whether a record's input is a cut-out if it is a result. */
  readonly hasProductInput?: boolean;
  /** Scene settings of this photo that a batch takes over; undefined or null for none. */
  sceneForPhotos?(document: StudioDocument): Pick<SceneSettings, 'prompt' | 'reference'> | null;
  /** Whether its pictures are scenes that belong to a request and have scene facts. */
  readonly makesScenes?: boolean;

  /** Content of its panel on wide screens, and of the sheet on phones. */
  readonly Panel: ComponentType<PanelProps>;
  /** Options below the stage on phones; defaults to the panel. */
  readonly PhonePanel?: ComponentType<PanelProps>;
  /** CSS class of its height, so that the stage keeps its size while the panel loads. */
  readonly phonePlace?: string;
  /** Whether the row below the stage shows only a part of the panel. */
  readonly showsPanelInSheet?: boolean;
  /** Whether the panel shows the recent documents. */
  readonly showsRecents?: boolean;
  /** Whether the facts are collapsed, because other content is more important. */
  readonly foldsFacts?: boolean;

  readonly stage?: ToolStage;
  readonly drawing?: ToolDrawing;
  /** Layer over the picture while strokes draw. */
  readonly Overlay?: ComponentType<LayerProps>;
  /** Layer over the picture while no comparison is shown. */
  readonly Marks?: ComponentType;
  /** Replaces the picture's own layers. */
  readonly picture?: { isShown(state: StudioState): boolean; readonly Layers: ComponentType<LayerProps> };
  /** Opacity of a result over its input, 0 to 1. */
  shareShown?(result: Result, document: StudioDocument): number;
  /** Whether choosing it ends a comparison. */
  readonly endsComparison?: boolean;

  commands?(studio: StudioContext): readonly StudioCommand[];
  /** Command groups in the stage's menu. */
  readonly stageMenu?: readonly (readonly CommandId[])[];
  /** Commands in a picture's menu: before the comparisons, and before opening it as a photo. */
  readonly pictureMenu?: {
    readonly arranging?: readonly CommandId[];
    readonly goingOn?: readonly CommandId[];
  };
  /** Facts for its commands, even while it isn't chosen. */
  commandFacts?(state: StudioState, tools: Tools): Partial<CommandFacts>;
}

export type Tools = Readonly<Record<ToolName, StudioTool>>;

const NO_RENDITIONS: LoadedRenditions = { standard: null, full: null };

/** Context that every studio module receives. */
export interface StudioContext {
  readonly services: StudioServices;
  readonly store: StoreApi<StudioState>;
  readonly tools: Tools;
  /** Returns the module that `create` makes: created on first use, one per studio. */
  get<Made>(create: (context: StudioContext) => Made): Made;
  dispatch(event: JobEvent): void;
  /** Changes the document with this ID if it is still open. */
  patchDocument(id: string, change: (document: StudioDocument) => StudioDocument): void;
  /** Changes the open document, if any; `nowMs` is the time of the change. */
  change(next: (document: StudioDocument, nowMs: number) => StudioDocument): void;
  /** Changes the view settings of the open document. */
  changeView(part: Partial<StudioDocument['view']>): void;
  /** Removes the failure from the stage. */
  dismissFailure(): void;
  /** Replaces a picture of the open document and releases the previous one. Releases the new one if the document was closed. */
  setPicture(documentId: string, id: PictureId, rendition: Rendition, picture: Picture): void;
  setThumbnail(documentId: string, id: PictureId, picture: Picture): void;
  isOpen(documentId: string): boolean;
  /** Changes the ID of the open document; running work still finds it by its previous ID. */
  renameDocument(id: string, nextId: string): void;
  /** Current ID of a document. */
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
  // A reopened document uses its own ID again.
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
  const instances = new Map<(context: StudioContext) => unknown, unknown>();
  const context: StudioContext = {
    services,
    store,
    tools,
    get: <Made>(create: (context: StudioContext) => Made): Made => {
      if (!instances.has(create)) instances.set(create, create(context));
      // The value was made by this key, so the type matches.
      return instances.get(create) as Made;
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
