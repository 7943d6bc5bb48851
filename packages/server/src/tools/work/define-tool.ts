import { OWN_MESSAGES } from '@packshot/contract';
import type {
  EngineChoice,
  EngineTool,
  GenerationType,
  CountedPixels,
  Provenance,
  ProvenanceStep,
  SceneFacts,
  StepOf,
  TaskForm,
  TaskTool,
  ToolInput,
} from '@packshot/contract';
import type { ImageEngine } from '@packshot/image-engine';
import { provenanceAfter, createStep } from '@packshot/image-engine/provenance';
import type { Capability } from '@packshot/image-engine/providers';
import type { Caller } from '../../platform/access/caller.ts';
import type { ToolStores } from '../stores.ts';
import type { ResultOrigin, ClaimedTask, GenerationInput, StoredTaskResult } from '../model.ts';
import type { RecordFacts, ToolKind } from '../tool.ts';
import type { ReferenceCatalog } from '../reference-catalog.ts';
import type { PictureHeader } from '../../uploads/picture-header.ts';
import { backgroundEngine } from './background-engine.ts';
import { readDrawing } from './pictures.ts';
import type { KeepContext } from './pictures.ts';
import type { ProviderWork } from './provider-work.ts';
import { createSources } from './sources.ts';
import type { TaskContext, ToolDependencies } from './task.ts';

/** Input of a tool's request, as it is stored. */
export type StoredInput<Name extends TaskTool, Input extends object> = Input & {
  readonly tool: Name;
  readonly engine?: EngineChoice;
};

interface ComputeContext<Input> {
  readonly engine: ImageEngine;
  readonly input: Input;
  readonly variant: number;
  /** Reads the provenance of the pictures that are edited. */
  readonly provenance: () => Promise<Provenance>;
  /** Reads the provenance of one of the request's pictures. */
  readonly findProvenance: (key: string) => Promise<Provenance>;
  /**
   * Reads the number of product pixels that differ from the photo, for one of the request's pictures. They were counted
   * when that picture was made.
   */
  readonly findPixels: (key: string) => Promise<CountedPixels | null>;
  /** Reads one of the request's photos, after moderation. */
  readonly readPhoto: (key: string) => Promise<Uint8Array>;
  /** Reads an upload without moderation: a mask, strokes, or a file drawn by the browser, which `drawnBy` moderates. */
  readonly readDrawing: (key: string) => Promise<Uint8Array>;
  /** Options in the format of the engine's jobs. */
  readonly options: {
    readonly signal: AbortSignal;
    readonly onProgress: (fraction: number, engineStage: string) => void;
  };
}

/** A tool that completes a request before it is stored, so that the stored input differs from the request. */
interface CompletedTool<Name extends TaskTool, Input extends object> {
  /**
   * Looks up the pictures and options that a request names, before all other checks. Throws DomainError if the caller
   * may not use them.
   * @returns a function that creates the stored input; `drawSeed` chooses a random seed if the request has none
   */
  readonly complete: (
    request: ToolInput<Name>,
    context: { readonly stores: ToolStores; readonly caller: Caller },
  ) => Promise<(drawSeed: () => number) => Input>;
}

/** Everything that the server knows about one tool, from the stored request to the stored result. */
interface ToolDefinition<Name extends TaskTool, Input extends object, Made> {
  readonly name: Name;
  readonly type: GenerationType | null | ((input: Input) => GenerationType);
  /** Number of credits per request, or FREE. */
  readonly cost: number | ((input: Input) => number);
  readonly needsNoCredit?: boolean | ((input: Input) => boolean);
  /**
   * Whether the tool only writes a file of a picture instead of creating a picture. Requests for files have their own
   * limits.
   */
  readonly isFile?: boolean;
  /** Number of tasks into which a request is split; the cost is the same for any number. One by default. */
  readonly countTasks?: (input: Input) => number;
  /** Storage keys of the pictures to edit. */
  readonly imageKeys: (input: Input) => readonly string[];
  /**
   * Name of the form field of a further picture, for the message of a refusal; null for the main pictures, the default.
   */
  readonly fieldFor?: (input: Input, key: string) => string | null;
  readonly checkRequest?: (
    input: StoredInput<Name, Input>,
    references: ReferenceCatalog,
  ) => void | Promise<void>;
  readonly checkHeaders?: (headers: readonly PictureHeader[], input: Input) => void;
  /** Facts about a request that its History record contains. By default only its pictures. */
  readonly recordFacts?: (input: Input) => Partial<RecordFacts>;

  /** Provenance step of the built-in engine, or null if the tool adds nothing to the picture or makes none. */
  readonly step: ((input: Input, facts: SceneFacts | null) => StepOf) | null;
  /**
   * Storage keys of the pictures from which the result is made, the edited one first. By default, the first of
   * `imageKeys`.
   */
  readonly madeFrom?: (input: Input) => readonly string[];

  /** Stage that users see while the engine computes. */
  readonly stage: string;
  /** Stages that users see instead during some of the engine's stages. */
  readonly engineStages?: Readonly<Record<string, string>>;
  /** Whether the task runs after all work for which users wait; false by default. */
  readonly isBackground?: (input: Input) => boolean;
  readonly compute: (context: ComputeContext<StoredInput<Name, Input>>) => Promise<Made>;
  /** Stores the computed result. Throws TaskRefusal if there is nothing to store. */
  readonly keep: (toolResult: Made, context: KeepContext) => Promise<StoredTaskResult>;

  /** How other engines (providers) do the work; undefined if only the built-in engine does it. */
  readonly provider?: {
    /** Capabilities for which operators configure a provider. */
    readonly capabilities: Readonly<Partial<Record<EngineTool, Capability>>>;
    readonly engineTool: (input: Input) => EngineTool;
    /** Pictures from which a provider's result is made, if they differ from the tool's `madeFrom`. */
    readonly madeFrom?: (input: Input) => readonly string[];
    /** Provenance step of a provider's result. */
    readonly step: (input: StoredInput<Name, Input>) => StepOf;
    readonly provide: (work: ProviderWork, input: StoredInput<Name, Input>) => Promise<StoredTaskResult>;
  };
}

/** A tool without its specific types, for code that treats all tools alike. */
export interface ServerTool<Form> extends ToolKind<Form> {
  /** Does a task with the built-in engine and stores the result. */
  readonly run: (
    task: ClaimedTask,
    deps: ToolDependencies,
    context: TaskContext,
  ) => Promise<StoredTaskResult>;
  readonly capabilities: Readonly<Partial<Record<EngineTool, Capability>>>;
  /** Tool for which a provider is called, or null if the built-in engine does the work. */
  readonly engineTool: (input: GenerationInput) => EngineTool | null;
  readonly provide: (work: Omit<ProviderWork, 'provenance'>) => Promise<StoredTaskResult>;
  /** Provenance step of a stored result, and the pictures from which it was made. */
  readonly stepIn: (origin: Pick<ResultOrigin, 'input' | 'result'>) => {
    readonly madeFrom: readonly string[];
    readonly step: ProvenanceStep | null;
  };
}

/** Progress (0 to 1) at which the engine has finished; storing the result takes the rest. */
const COMPUTED_AT = 0.95;
/** Stages that every tool may show, because its model may not be loaded yet. */
const STAGES_OF_ALL: Readonly<Record<string, string>> = { prepare: OWN_MESSAGES.preparingEngine };

/** Defines a tool whose request is stored unchanged. */
export const defineTool = <const Name extends TaskTool, Made>(
  definition: ToolDefinition<Name, ToolInput<Name>, Made>,
): ServerTool<TaskForm<Name>> =>
  defineCompletedTool({ ...definition, complete: async (request) => () => request });

export function defineCompletedTool<const Name extends TaskTool, Input extends object, Made>(
  definition: CompletedTool<Name, Input> & ToolDefinition<Name, Input, Made>,
): ServerTool<TaskForm<Name>> {
  const { name, type, cost, needsNoCredit = false, isFile = false, provider } = definition;
  const ownInput = (input: GenerationInput): StoredInput<Name, Input> => {
    if (input.tool !== name) throw new Error(`The tool ${name} was given a task of ${input.tool}`);
    return input as StoredInput<Name, Input>;
  };
  const madeFrom =
    definition.madeFrom ?? ((input: Input): readonly string[] => definition.imageKeys(input).slice(0, 1));
  const providedFrom = provider?.madeFrom ?? madeFrom;
  return {
    async read(stores, caller, { input: request, engine }) {
      const completed = await definition.complete(request, { stores, caller });
      return (drawSeed) => {
        const own = completed(drawSeed);
        // The engine is stored only if the user chose one. So requests from before engines could be chosen keep their
        // hash.
        const input = { tool: name, ...own, ...(engine !== null && { engine }) };
        return {
          input,
          type: typeof type === 'function' ? type(own) : type,
          cost: typeof cost === 'function' ? cost(own) : cost,
          needsNoCredit: typeof needsNoCredit === 'function' ? needsNoCredit(own) : needsNoCredit,
          isFile,
          taskCount: definition.countTasks?.(own) ?? 1,
          imageKeys: definition.imageKeys(own),
          fieldFor: (key) => definition.fieldFor?.(own, key) ?? null,
          engineTool: provider?.engineTool(own) ?? null,
          checkRequest: async (references) => definition.checkRequest?.(input, references),
          checkHeaders: (headers) => definition.checkHeaders?.(headers, own),
        };
      };
    },
    recordFacts: (input) => ({
      prompt: '',
      maskKey: null,
      referenceKey: null,
      settings: {},
      ...definition.recordFacts?.(ownInput(input)),
    }),
    async run(task, dependencies, { signal, report }) {
      const { stage, engineStages = {} } = definition;
      const stages = { ...STAGES_OF_ALL, ...engineStages };
      const input = ownInput(task.input);
      const isBackground = definition.isBackground?.(input) === true;
      const deps = isBackground
        ? { ...dependencies, engine: backgroundEngine(dependencies.engine) }
        : dependencies;
      const sources = createSources(deps, task, signal);
      const provenance = (): Promise<Provenance> => sources.of(madeFrom(input));
      report(0, stage);
      const toolResult = await definition.compute({
        engine: deps.engine,
        input,
        variant: task.variant,
        provenance,
        findProvenance: (key) => sources.of([key]),
        findPixels: (key) => deps.findPixels(task.userId, key),
        readPhoto: sources.read,
        readDrawing: (key) => readDrawing(deps, key, signal),
        options: {
          signal,
          onProgress: (fraction, engineStage) => report(fraction * COMPUTED_AT, stages[engineStage] ?? stage),
        },
      });
      const step = definition.step?.(input, factsIn(toolResult)) ?? null;
      const before = await provenance();
      return definition.keep(toolResult, {
        task,
        deps,
        signal,
        provenance: provenanceAfter([before], step && createStep(task.input, step, null)),
      });
    },
    capabilities: provider?.capabilities ?? {},
    engineTool: (input) => provider?.engineTool(ownInput(input)) ?? null,
    async provide(work) {
      if (provider === undefined) throw new Error(`Only the built-in engine does ${name}`);
      const { task, deps, context } = work;
      const input = ownInput(task.input);
      const before = await createSources(deps, task, context.signal).of(providedFrom(input));
      const step = createStep(task.input, provider.step(input), work.provider);
      return provider.provide({ ...work, provenance: provenanceAfter([before], step) }, input);
    },
    stepIn({ input: storedInput, result }) {
      const input = ownInput(storedInput);
      const { engine } = result;
      const isProviders = engine !== undefined && engine.id !== 'embedded';
      const facts = 'scene' in result ? result.scene.facts : null;
      const stepFacts = isProviders ? provider?.step(input) : definition.step?.(input, facts);
      return {
        madeFrom: isProviders ? providedFrom(input) : madeFrom(input),
        step: stepFacts ? createStep(storedInput, stepFacts, isProviders ? engine : null) : null,
      };
    },
  };
}

const factsIn = (toolResult: unknown): SceneFacts | null =>
  typeof toolResult === 'object' && toolResult !== null && 'facts' in toolResult
    ? (toolResult.facts as SceneFacts | null)
    : null;
