import type { Fault } from './fault.ts';
import { APP_FAULTS } from './faults/app.ts';
import { CLI_FAULTS } from './faults/cli.ts';
import { CLIENT_FAULTS } from './faults/client.ts';
import { CONTRACT_FAULTS } from './faults/contract.ts';
import { DOMAIN_FAULTS } from './faults/domain.ts';
import { ENGINE_FAULTS } from './faults/engine.ts';
import { STUDIO_FAULTS } from './faults/studio.ts';

export const FAULTS: readonly Fault[] = [
  ...CONTRACT_FAULTS,
  ...DOMAIN_FAULTS,
  ...ENGINE_FAULTS,
  ...CLI_FAULTS,
  ...CLIENT_FAULTS,
  ...APP_FAULTS,
  ...STUDIO_FAULTS,
];
