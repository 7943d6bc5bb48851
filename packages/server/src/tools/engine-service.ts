import type { EngineOffer } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { EngineCatalog } from './engines/engine-catalog.ts';

export interface EngineService {
  /** Configured engines that respond, besides the built-in one. */
  offers(caller: Caller): Promise<readonly EngineOffer[]>;
}

export const createEngineService = (catalog: EngineCatalog): EngineService => ({
  async offers(caller) {
    assertPermitted(caller, 'generations.create');
    return catalog.offers();
  },
});
