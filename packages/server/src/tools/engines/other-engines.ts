import type { DescriptionToPromptResponse, EngineOffer, EngineTool } from '@packshot/contract';
import { createProvider, ProviderFailure, findRow } from '@packshot/image-engine/providers';
import type { ImageProvider } from '@packshot/image-engine/providers';
import type { EnginesConfig } from '../../platform/config/engines-config.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { CAPABILITIES } from '../kinds/index.ts';

/* Configured engines besides the built-in one (providers). The worker uses them, and the API offers them to users. */

/** How long an engine's health status is cached. */
const HEALTH_LASTS_MS = 30_000;
const SUGGESTIONS = 3;

export type ProviderFor = (tool: EngineTool) => ImageProvider | null;

/**
 * Opens one provider per engine, however many tools it serves, because an engine's limits apply to all of them
 * together.
 */
export function openProviders({ byTool, engines }: EnginesConfig): ProviderFor {
  const providers = new Map(engines.map((settings) => [settings.id, createProvider(settings)]));
  return (tool) => {
    const id = byTool[tool];
    return (id && providers.get(id)) ?? null;
  };
}

/**
 * Creates the catalog of engines that users may choose.
 * @param nowMs monotonic clock
 */
export function createEngineCatalog(
  { byTool }: Pick<EnginesConfig, 'byTool'>,
  providerFor: ProviderFor,
  logger: Logger,
  nowMs: () => number = () => performance.now(),
) {
  const healthByProvider = new Map<
    ImageProvider,
    { readonly untilMs: number; readonly isWell: Promise<boolean> }
  >();
  const tools = Object.keys(byTool) as EngineTool[];

  /** Returns whether the provider responds. Concurrent callers share one health check. */
  function isWell(provider: ImageProvider): Promise<boolean> {
    const cachedHealth = healthByProvider.get(provider);
    if (cachedHealth !== undefined && nowMs() < cachedHealth.untilMs) return cachedHealth.isWell;
    const look = provider.checkHealth(new AbortController().signal).then(
      () => true,
      (error: unknown) => {
        logger.warn(
          { provider: provider.id, err: error },
          'an engine does not answer as it should; it is not offered',
        );
        return false;
      },
    );
    healthByProvider.set(provider, { untilMs: nowMs() + HEALTH_LASTS_MS, isWell: look });
    return look;
  }

  return {
    /** Whether an engine is configured for a tool, even if it can't be reached now. */
    isConfigured: (tool: EngineTool): boolean => providerFor(tool) !== null,

    async offers(): Promise<readonly EngineOffer[]> {
      const offers = await Promise.all(
        tools.map(async (tool): Promise<EngineOffer | null> => {
          const provider = providerFor(tool);
          const capability = CAPABILITIES[tool];
          const row = provider && capability && findRow(provider, capability);
          if (!provider || !row || !(await isWell(provider))) return null;
          return {
            tool,
            id: provider.id,
            name: provider.name,
            model: provider.model,
            cost_class: row.costClass,
            takes_reference: row.takesReference,
            takes_seed: row.takesSeed,
          };
        }),
      );
      return offers.filter((offer) => offer !== null);
    },

    /**
     * Lets the engine that is configured for `prompt` write descriptions of scenes.
     * @throws DomainError ENGINE_NOT_AVAILABLE, or the engine's own failure
     */
    async scenesFor(description: string, signal: AbortSignal): Promise<DescriptionToPromptResponse> {
      const provider = providerFor('prompt');
      if (provider === null) throw new DomainError('ENGINE_NOT_AVAILABLE');
      try {
        const { prompt, suggestions } = await provider.run<'prompt-assist'>(
          { capability: 'prompt-assist', description, suggestions: SUGGESTIONS },
          { signal, onProgress: () => undefined },
        );
        return { prompt, suggestions: [...suggestions] };
      } catch (error) {
        if (error instanceof ProviderFailure) throw new DomainError(error.code, { cause: error });
        if (signal.aborted) throw new DomainError('ENGINE_TIMED_OUT', { cause: error });
        throw error;
      }
    },
  };
}

export type EngineCatalog = ReturnType<typeof createEngineCatalog>;
