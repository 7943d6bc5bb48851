import type { EngineOffer } from '@packshot/contract';
import type { Caller } from '../caller.ts';
import { assertPermitted } from '../permissions.ts';
import type { EngineCatalog } from '../ports/engines.ts';

export interface EngineService {
  /** Engines besides the embedded one that are configured and answer. */
  offers(caller: Caller): Promise<readonly EngineOffer[]>;
}

export const createEngineService = (catalog: EngineCatalog): EngineService => ({
  async offers(caller) {
    assertPermitted(caller, 'generations.create');
    return catalog.offers();
  },
});
