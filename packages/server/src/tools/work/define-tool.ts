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
import { provenanceAfter, stepOf } from '@packshot/image-engine/provenance';
import type { Capability } from '@packshot/image-engine/providers';
import type { Caller } from '../../platform/access/caller.ts';
import type { Stores } from '../stores.ts';
import type { ResultOrigin, ClaimedTask, GenerationInput, StoredTaskResult } from '../model.ts';
import type { RecordFacts, Tool } from '../tool.ts';
import type { ReferenceCatalog } from '../reference-catalog.ts';
import type { PictureHeader } from '../../uploads/picture-header.ts';
import { patientEngine } from './patient-engine.ts';
import { readDrawing } from './pictures.ts';
import type { KeepContext } from './pictures.ts';
import type { ProviderWork } from './provider-work.ts';
import { createSources } from './sources.ts';
import type { TaskContext, ToolDependencies } from './task.ts';

/** What was asked of a tool, as it is stored. */
export type Stored<Name extends TaskTool, Input extends object> = Input & {
  readonly tool: Name;
  readonly engine?: EngineChoice;
};

/** What a tool has to compute with. */
interface ComputeContext<Input> {
  readonly engine: ImageEngine;
  readonly input: Input;
  /** Which of the request's tasks it is, from 0. */
  readonly variant: number;
  /** How what is worked on came to be. */
  readonly provenance: () => Promise<Provenance>;
  /** The same of one of the request's pictures. */
  readonly provenanceOf: (key: string) => Promise<Provenance>;
  /** What was counted of the product in one of them when it was made. */
  readonly pixelsOf: (key: string) => Promise<CountedPixels | null>;
  /** The bytes of one of the request's photos, after moderation. */
  readonly readPhoto: (key: string) => Promise<Uint8Array>;
  /** The bytes of a mask or strokes, which only their owner ever sees. */
  readonly readDrawing: (key: string) => Promise<Uint8Array>;
  /** As the engine takes them. */
  readonly options: {
    readonly signal: AbortSignal;
    readonly onProgress: (fraction: number, engineStage: string) => void;
  };
}

/** A tool that stores something else than what was asked. */
interface CompletedTool<Name extends TaskTool, Input extends object> {
  /**
   * Looks up what a request names, before anything else. Throws DomainError for what the caller may not use.
   * @returns makes what is stored; `drawSeed` decides what the request leaves to chance
   */
  readonly complete: (
    asked: ToolInput<Name>,
    context: { readonly stores: Stores; readonly caller: Caller },
  ) => Promise<(drawSeed: () => number) => Input>;
}

/** Everything that the server knows of one tool, from what is stored of a request to what is kept of its result. */
interface ToolDefinition<Name extends TaskTool, Input extends object, Made> {
  readonly name: Name;
  /** Null for tools that have no type on the wire (docs/decisions/credits-and-plans.md). */
  readonly type: GenerationType | null | ((input: Input) => GenerationType);
  /** Credits a request, or FREE. */
  readonly cost: number | ((input: Input) => number);
  /** For a free tool: also open to callers without any credit left. */
  readonly needsNoCredit?: boolean;
  /** It writes a picture's file, and makes none: such requests are counted by themselves. */
  readonly isFile?: boolean;
  /** Tasks that a request is split into, for one cost. Absent: one. */
  readonly countTasks?: (input: Input) => number;
  /** The pictures to work on. */
  readonly imageKeys: (input: Input) => readonly string[];
  /** Refuses what the engine cannot do, before any picture is looked up. Throws DomainError. */
  readonly checkRequest?: (input: Stored<Name, Input>, references: ReferenceCatalog) => void | Promise<void>;
  /** Refuses pictures by their headers, given in the order of `imageKeys`. Throws DomainError. */
  readonly checkHeaders?: (headers: readonly PictureHeader[], input: Input) => void;
  /** What a record says of a request. Absent: nothing beside its pictures. */
  readonly recordFacts?: (input: Input) => Partial<RecordFacts>;

  /** What it does to its picture when the built-in engine does it; null: it adds nothing to the picture, or makes none. */
  readonly step: ((input: Input, facts: SceneFacts | null) => StepOf) | null;
  /** The pictures that its own is made from, what is worked on first. Absent: the first of `imageKeys`. */
  readonly madeFrom?: (input: Input) => readonly string[];

  /** Shown while the engine computes. */
  readonly stage: string;
  /** Shown instead during some of the engine's stages. */
  readonly engineStages?: Readonly<Record<string, string>>;
  /** Nobody waits for it in person. Absent: somebody does. */
  readonly isPatient?: (input: Input) => boolean;
  readonly compute: (context: ComputeContext<Stored<Name, Input>>) => Promise<Made>;
  /** Keeps what was computed. Throws TaskRefusal when there is nothing to keep. */
  readonly keep: (made: Made, context: KeepContext) => Promise<StoredTaskResult>;

  /** Absent: only the built-in engine does it. */
  readonly provider?: {
    /** What a provider must be able to do, by what operators configure one for. */
    readonly capabilities: Readonly<Partial<Record<EngineTool, Capability>>>;
    readonly engineTool: (input: Input) => EngineTool;
    /** What it does to its picture when a provider does it. */
    readonly step: (input: Stored<Name, Input>) => StepOf;
    readonly provide: (work: ProviderWork, input: Stored<Name, Input>) => Promise<StoredTaskResult>;
  };
}

/** A tool, for code that treats all of them alike. */
export interface ServerTool<Form> extends Tool<Form> {
  /** Does a task with the built-in engine and keeps what it made. */
  readonly run: (
    task: ClaimedTask,
    deps: ToolDependencies,
    context: TaskContext,
  ) => Promise<StoredTaskResult>;
  readonly capabilities: Readonly<Partial<Record<EngineTool, Capability>>>;
  /** What a provider is asked for; null when only the built-in engine does it. */
  readonly engineTool: (input: GenerationInput) => EngineTool | null;
  readonly provide: (work: Omit<ProviderWork, 'provenance'>) => Promise<StoredTaskResult>;
  /** What it did to a stored result, and to which pictures. */
  readonly stepIn: (origin: Pick<ResultOrigin, 'input' | 'result'>) => {
    readonly madeFrom: readonly string[];
    readonly step: ProvenanceStep | null;
  };
}

/** The engine's share of the task's progress; the rest is keeping what it made. */
const COMPUTED_AT = 0.95;
/** Any tool may find its model unprepared. */
const STAGES_OF_ALL: Readonly<Record<string, string>> = { prepare: OWN_MESSAGES.preparingEngine };

/** A tool that stores what was asked as it was asked. */
export const defineTool = <const Name extends TaskTool, Made>(
  definition: ToolDefinition<Name, ToolInput<Name>, Made>,
): ServerTool<TaskForm<Name>> =>
  defineCompletedTool({ ...definition, complete: async (asked) => () => asked });

export function defineCompletedTool<const Name extends TaskTool, Input extends object, Made>(
  definition: CompletedTool<Name, Input> & ToolDefinition<Name, Input, Made>,
): ServerTool<TaskForm<Name>> {
  const { name, type, cost, needsNoCredit = false, isFile = false, provider } = definition;
  const ownInput = (input: GenerationInput): Stored<Name, Input> => {
    if (input.tool !== name) throw new Error(`The tool ${name} was given a task of ${input.tool}`);
    return input as Stored<Name, Input>;
  };
  const madeFrom =
    definition.madeFrom ?? ((input: Input): readonly string[] => definition.imageKeys(input).slice(0, 1));
  return {
    async read(stores, caller, { input: asked, engine }) {
      const completed = await definition.complete(asked, { stores, caller });
      return (drawSeed) => {
        const own = completed(drawSeed);
        // The engine is stored only when one was chosen: requests from before there was a choice stay the same requests.
        const input = { tool: name, ...own, ...(engine !== null && { engine }) };
        return {
          input,
          type: typeof type === 'function' ? type(own) : type,
          cost: typeof cost === 'function' ? cost(own) : cost,
          needsNoCredit,
          isFile,
          taskCount: definition.countTasks?.(own) ?? 1,
          imageKeys: definition.imageKeys(own),
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
    async run(task, given, { signal, report }) {
      const { stage, engineStages = {} } = definition;
      const stages = { ...STAGES_OF_ALL, ...engineStages };
      const input = ownInput(task.input);
      const isPatient = definition.isPatient?.(input) === true;
      const deps = isPatient ? { ...given, engine: patientEngine(given.engine) } : given;
      const sources = createSources(deps, task, signal);
      const provenance = (): Promise<Provenance> => sources.of(madeFrom(input));
      report(0, stage);
      const made = await definition.compute({
        engine: deps.engine,
        input,
        variant: task.variant,
        provenance,
        provenanceOf: (key) => sources.of([key]),
        pixelsOf: (key) => deps.pixelsOf(task.userId, key),
        readPhoto: sources.read,
        readDrawing: (key) => readDrawing(deps, key, signal),
        options: {
          signal,
          onProgress: (fraction, engineStage) => report(fraction * COMPUTED_AT, stages[engineStage] ?? stage),
        },
      });
      const step = definition.step?.(input, factsIn(made)) ?? null;
      const before = await provenance();
      return definition.keep(made, {
        task,
        deps,
        signal,
        provenance: provenanceAfter([before], step && stepOf(task.input, step, null)),
      });
    },
    capabilities: provider?.capabilities ?? {},
    engineTool: (input) => provider?.engineTool(ownInput(input)) ?? null,
    async provide(work) {
      if (provider === undefined) throw new Error(`Only the built-in engine does ${name}`);
      const { task, deps, context } = work;
      const input = ownInput(task.input);
      const before = await createSources(deps, task, context.signal).of(madeFrom(input));
      const step = stepOf(task.input, provider.step(input), work.provider);
      return provider.provide({ ...work, provenance: provenanceAfter([before], step) }, input);
    },
    stepIn({ input: given, result }) {
      const input = ownInput(given);
      const { engine } = result;
      const isProviders = engine !== undefined && engine.id !== 'embedded';
      const facts = 'scene' in result ? result.scene.facts : null;
      const said = isProviders ? provider?.step(input) : definition.step?.(input, facts);
      return {
        madeFrom: madeFrom(input),
        step: said ? stepOf(given, said, isProviders ? engine : null) : null,
      };
    },
  };
}

/** Of a scene: the set that it was composed from. */
const factsIn = (made: unknown): SceneFacts | null =>
  typeof made === 'object' && made !== null && 'facts' in made ? (made.facts as SceneFacts | null) : null;
