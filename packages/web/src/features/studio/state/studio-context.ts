import type { EngineTool } from '@packshot/contract/tools/engines';
import type { DigitalSourceType } from '@packshot/contract/provenance/source-types';
import type { ToolName } from '@packshot/contract/tools/names';
import type { IconNode } from 'lucide';
import type { ComponentType, RefObject } from 'react';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { StudioDocument } from '../model/document.ts';
import type { StagePicture } from '../model/picture.ts';
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
import type { CostedWork, ResultKind, ToolFace } from './tool-faces.ts';

/** Describes work that an external engine can do, if the operator has configured one. */
export interface EngineUse {
  readonly tool: EngineTool;
  /**
   * Name of the built-in engine in the choice beside the external one, and label of the option to use it as a
   * fallback.
   */
  readonly ownName?: string;
  readonly fallbackLabel?: string;
  /** Whether the engine makes scenes, with a reference and a seed. */
  readonly makesScenes?: boolean;
  /** Whether the result can show the product's original pixels. */
  readonly canKeepProduct?: boolean;
  /** Set if the engine receives only text: title of the choice, and sentences about this. */
  readonly takesWords?: { readonly title: string; readonly facts: string };
}

export interface ToolWork extends CostedWork {
  readonly name: WorkName;
  readonly icon: IconNode;
  readonly label: string | ((document: StudioDocument | null) => string);
  readonly needsNoPicture?: boolean;
  /** Reason why the action can't run on this document; undefined or null if it can. Ignores credits. */
  reasonNotReady?(document: StudioDocument): string | null;
  /** Chooses the picture to process; defaults to the one on the stage. */
  chooseInput?(document: StudioDocument): PictureId;
  /**
   * Performs the action in the browser, or prepares it before `start` sends the request. If missing, the request is
   * sent at once.
   */
  perform?(studio: StudioContext, start: (inputId: PictureId) => Promise<void>): Promise<void>;
  /** Request to the server; undefined for actions that the browser performs. */
  readonly server?: ServerWork;
}

export interface ServerWork {
  /**
   * Creates the request.
   * @throws RunRefusedError if the user has to draw something first; ApiError if an upload fails
   */
  request(materials: RequestMaterials, inputId: PictureId): Promise<TaskRequest>;
  readonly makes: ResultKind;
  /** Whether the result is shown with the line that compares it with its input. */
  readonly opensComparison?: boolean;
  /** Tool under whose name the resulting picture is shown. */
  readonly resultTool: ToolName;
  toResultFacts?(
    run: ToolRun,
    document: StudioDocument | null,
  ): Partial<Pick<Result, 'strength' | 'surroundings'>>;
  /** Earlier request whose variants the picture joins, as a scene; null for none. */
  findRun?(document: StudioDocument, inputId: PictureId): string | null;
  /** Prompt that the app shell stores; defaults to the magic tool's prompt. */
  getPrompt?(document: StudioDocument): string;
  readonly engine?: EngineUse;
  /** Message shown while the action runs. */
  readonly working: string;
  /** Message for screen readers when the action is done. */
  readonly done: string;
  readonly failures?: FailureSentences;
  /**
   * Name of a product in a request for several.
   * @param number 1 for the first product, 2 for the first one beside it
   * @param requestId ID of the request in the document; null for tools that store none
   */
  nameProduct?(document: StudioDocument, number: number, requestId: string | null): string | null;
}

export interface ToolDrawing {
  /** True while dragging draws strokes instead of moving the picture, unless another condition prevents it. */
  isOpen(state: StudioState): boolean;
  getDrawing(document: StudioDocument): StrokeDrawing<unknown>;
  hasDrawn(document: StudioDocument): boolean;
  change(
    document: StudioDocument,
    step: <Stroke>(drawing: StrokeDrawing<Stroke>) => StrokeDrawing<Stroke>,
  ): StudioDocument;
  /**
   * Settings that undo and redo may change while the tool draws. A step that changes other settings isn't undone or
   * redone.
   */
  readonly settings: readonly (keyof ToolSettings)[];
  /** Called when the user chooses a brush. */
  begin(studio: StudioContext): void;
  clear(studio: StudioContext): void;
  /** Whether this tool's run made the later picture from the earlier one. */
  isMadeFrom(later: Result, earlierId: PictureId, earlier: Result | null): boolean;
}

interface LayerProps {
  readonly painterRef: RefObject<Painter | null>;
}

/** Frame that a tool shows on the stage for composing a picture. */
export interface ToolFrame {
  isOpen(document: StudioDocument): boolean;
  /** Whether the user places the product in the frame; otherwise the frame shows only the scene's reference. */
  readonly holdsProduct: boolean;
}

/** Content that a tool shows in place of the picture while it is chosen. */
export interface ToolStage {
  isShown(state: StudioState): boolean;
  readonly frame?: ToolFrame;
  /** Size of the content, in the same unit as picture sizes on the stage. */
  measureSize(document: StudioDocument): PixelSize | null;
  readonly description: string;
  /** Whether the edges of the content are shaded, so that text over them is unreadable. */
  readonly isShaded?: boolean;
  /** Reason why the content can't be saved as a file, or null. */
  reasonNotTakeable(state: StudioState): string | null;
  readonly Layers: ComponentType;
}

export interface PanelProps {
  readonly context: CommandContext;
}

export interface StudioTool extends Omit<ToolFace, 'cost'> {
  readonly name: ToolName;
  /** Actions of the tool's button, starting with the tool's own. */
  readonly works: readonly [ToolWork, ...ToolWork[]];
  /**
   * Name of the action that the button now performs; defaults to the tool's own. May be another tool's action that has
   * to run first.
   */
  workNow?(document: StudioDocument): WorkName;
  /** Action to start when the user changes to another tool, or null. */
  workOnLeaving?(document: StudioDocument): WorkName | null;
  /** Whether the stage shows the tool's result, so that running it again would change nothing. */
  isDone?(state: StudioState): boolean;
  /** Whether the stage shows the tool's result with the settings that made it, so that saving comes first. */
  isUnchanged?(document: StudioDocument): boolean;
  /** Whether the browser makes the tool's picture only when the user saves. */
  isMadeOnSaving?(document: StudioDocument): boolean;
  /** Reason why the picture on the stage can't be saved yet, or null. */
  reasonNotTakeable?(state: StudioState): string | null;

  readonly needsNoPhoto?: boolean;
  /** Tool with which photos open if this one can't start with a photo. */
  readonly toolForPhoto?: ToolName;
  /** Whether the tool needs a cut-out: the background of a new photo is then removed at once. */
  readonly startsWithProduct?: boolean;

  /** Sentence about a result, shown beside its size. */
  describeResult?(result: Result): string | null;
  getSourceType(result: Result): DigitalSourceType;
  /**
   * IPTC source type of the tool's pictures of which only the history record is known; defaults to
   * `algorithmicallyEnhanced`.
   */
  readonly recordSourceType?: DigitalSourceType;
  /** Whether the input of a history record is a cut-out, if the input is a result rather than a photo. */
  readonly hasProductInput?: boolean;
  /** Scene settings of this document that a new batch copies; undefined or null for none. */
  sceneForPhotos?(document: StudioDocument): Pick<SceneSettings, 'prompt' | 'reference'> | null;
  /** Whether the tool's pictures are scenes, which belong to a request and have scene facts. */
  readonly makesScenes?: boolean;

  /** Content of the tool's panel on wide screens, and of the sheet on phones. */
  readonly Panel: ComponentType<PanelProps>;
  /** Options shown below the stage on phones; defaults to the panel. */
  readonly PhonePanel?: ComponentType<PanelProps>;
  /** CSS class with the height of these options, so that the stage keeps its size while the panel loads. */
  readonly phonePlace?: string;
  /** Whether the options below the stage are only a part of the panel, so that a sheet shows the whole panel. */
  readonly showsPanelInSheet?: boolean;
  readonly showsRecents?: boolean;
  /** Whether the list of facts is collapsed, because other content of the panel is more important. */
  readonly foldsFacts?: boolean;

  readonly stage?: ToolStage;
  readonly drawing?: ToolDrawing;
  /** Layer over the picture while the user can draw. */
  readonly Overlay?: ComponentType<LayerProps>;
  /** Layer over the picture, hidden during a comparison. */
  readonly Marks?: ComponentType;
  readonly picture?: {
    isShown(state: StudioState): boolean;
    /** Size of the picture; that of its file if missing or null. */
    measureSize?(document: StudioDocument): PixelSize | null;
    readonly Layers: ComponentType<LayerProps>;
  };
  /** Opacity with which the stage shows a result over its input, 0 to 1. */
  shareShown?(result: Result, document: StudioDocument): number;
  readonly endsComparison?: boolean;
  /** Explanation of the first steps over the stage, loaded only in browsers that haven't seen it. */
  readonly coach?: { isNeeded(): boolean; readonly Card: ComponentType };

  commands?(studio: StudioContext): readonly StudioCommand[];
  /** Groups of commands that the tool adds to the stage's context menu. */
  readonly stageMenu?: readonly (readonly CommandId[])[];
  /**
   * Commands that the tool adds to a picture's context menu: before the comparisons, and before opening the picture as
   * a photo.
   */
  readonly pictureMenu?: {
    readonly arranging?: readonly CommandId[];
    readonly goingOn?: readonly CommandId[];
  };
  /** Facts that the tool's commands need, also while another tool is chosen. */
  commandFacts?(state: StudioState, tools: Tools): Partial<CommandFacts>;
}

export type Tools = Readonly<Record<ToolName, StudioTool>>;

const NO_RENDITIONS: LoadedRenditions = { standard: null, full: null };

export interface StudioContext {
  readonly services: StudioServices;
  readonly store: StoreApi<StudioState>;
  readonly tools: Tools;
  /** Returns the module that `create` makes. The module is created when first used, once per studio. */
  get<Made>(create: (context: StudioContext) => Made): Made;
  dispatch(event: JobEvent): void;
  /** Changes the document with this ID if it is still open. */
  patchDocument(id: string, change: (document: StudioDocument) => StudioDocument): void;
  /** Changes the open document, if there is one; `nowMs` is the time of the change. */
  change(next: (document: StudioDocument, nowMs: number) => StudioDocument): void;
  changeView(part: Partial<StudioDocument['view']>): void;
  dismissFailure(): void;
  /**
   * Replaces a picture of the open document and releases the previous one. If the document was closed meanwhile,
   * releases the new picture.
   */
  setPicture(documentId: string, id: PictureId, rendition: Rendition, picture: StagePicture): void;
  setThumbnail(documentId: string, id: PictureId, picture: StagePicture): void;
  isOpen(documentId: string): boolean;
  /** Changes the ID of the open document, which has become a copy; running work still finds it by its previous ID. */
  renameDocument(id: string, nextId: string): void;
  /** Current ID of a document that may have been renamed. */
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
  // A document that is opened again uses its own ID again.
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
      // The cast is safe, because the value was created by this key.
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
