import { assertPermitted } from '../permissions.ts';
import type { EngineCatalogue } from '../ports/engines.ts';
import type { EngineService } from '../services.ts';

export const createEngineService = (catalogue: EngineCatalogue): EngineService => ({
  async offers(caller) {
    assertPermitted(caller, 'generations.create');
    return catalogue.offers();
  },
});
