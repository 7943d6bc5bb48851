import type { EngineOffer } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { EngineCatalog } from './engines/other-engines.ts';

export const createEngineService = (catalog: EngineCatalog) => ({
  /** Lists the configured engines that respond, besides the built-in one. */
  async offers(caller: Caller): Promise<readonly EngineOffer[]> {
    assertPermitted(caller, 'generations.create');
    return catalog.offers();
  },
});

export type EngineService = ReturnType<typeof createEngineService>;
