import type { Handlers } from '../platform/http/endpoints/call.ts';
import { decodeTask, toEngineChoice, TASK_TOOLS } from '@packshot/contract';
import type { CheckedTaskFields, ModelInfo, TaskTool } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import type { AcceptedGeneration } from './accept.ts';
import type { EngineService } from './engine-service.ts';
import type { FileService } from './file-service.ts';
import type { PromptService } from './prompt-service.ts';
import type { ReferenceService } from './reference-service.ts';
import type { GenerationService } from './service.ts';

function taskHandlers(generations: GenerationService): Pick<Handlers, TaskTool> {
  const start =
    <Tool extends TaskTool>(tool: Tool) =>
    (call: StartCall<Tool>) =>
      generations.accept(call.caller, tool, decodeTask(tool, call.input), call.idempotencyKey);
  type Starts = { readonly [Tool in TaskTool]: (call: StartCall<Tool>) => Promise<AcceptedGeneration> };
  return Object.fromEntries(TASK_TOOLS.map((tool) => [tool, start(tool)])) as Starts;
}

interface StartCall<Tool extends TaskTool> {
  readonly caller: Caller;
  readonly input: CheckedTaskFields<Tool>;
  readonly idempotencyKey: string | undefined;
}

export interface ToolServices {
  readonly generations: GenerationService;
  readonly references: ReferenceService;
  readonly engines: EngineService;
  readonly prompts: PromptService;
  readonly files: FileService;
  models(): Promise<readonly ModelInfo[]>;
}

export const toolRoutes = ({ generations, references, engines, prompts, files, models }: ToolServices) =>
  ({
    ...taskHandlers(generations),
    listReferences: async () => ({ data: [...(await references.list())] }),
    readStudioSet: async ({ params }) => ({ data: await references.studioSet(params.id) }),
    listEngines: async ({ caller }) => ({ data: [...(await engines.offers(caller))] }),
    descriptionToPrompt: ({ caller, input }) =>
      prompts.fromDescription(caller, input.description, toEngineChoice(input)),
    checkStatus: ({ caller, query }) => generations.state(caller, query.task_id),
    cancel: async ({ caller, input }) => ({
      cancelled: [...(await generations.cancel(caller, input.task_ids))],
    }),
    listModels: async () => ({ data: [...(await models())] }),
    downloadImage: ({ caller, input }) => files.downloadImage(caller, input.key),
    reportSuccess: async ({ caller, input }) => ({
      recorded: [...(await generations.reportShown(caller, input.task_ids))],
    }),
  }) satisfies Partial<Handlers>;
