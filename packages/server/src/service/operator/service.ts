import {
  ENGINE_TOOLS,
  OPERATOR_HOURS,
  OPERATOR_TASKS,
  OWN_MESSAGES,
  PRODUCT_VERSION,
} from '@packshot/contract';
import type { OperatorFigures } from '@packshot/contract';
import type { Caller } from '../../platform/access/caller.ts';
import type { ServiceDatabase } from '../stores.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EngineCatalog } from '../../tools/engines/other-engines.ts';
import type { InstallationFigures } from './installation-store.ts';
import type { QueueFigures } from '../../platform/queue/queue-figures.ts';
import type { ServiceHealth } from '../health.ts';

interface OperatorDependencies {
  readonly database: Pick<ServiceDatabase, 'stores'>;
  /** Mail addresses of the operators, in lower case. */
  readonly operatorEmails: readonly string[];
  readonly installation: InstallationFigures;
  readonly queueFigures: () => Promise<QueueFigures>;
  readonly engines: Pick<EngineCatalog, 'isConfigured' | 'offers'>;
  readonly health: ServiceHealth;
  readonly clock: Clock;
}

export function createOperatorService(deps: OperatorDependencies) {
  const { database, operatorEmails, installation, queueFigures, health, clock } = deps;

  /**
   * The address is read from the database each time, so that a user whose address changes or is no longer listed loses
   * access.
   */
  async function isOperator(caller: Caller): Promise<boolean> {
    if (operatorEmails.length === 0 || caller.role === 'guest' || caller.key !== undefined) return false;
    const account = await database.stores.accounts.find(caller.userId);
    if (account === null || account.email === null || account.emailVerifiedAt === null) return false;
    return operatorEmails.includes(account.email.toLowerCase());
  }

  return {
    isOperator,
    /** Figures about the installation. Throws FORBIDDEN for users who aren't operators. */
    async figures(caller: Caller): Promise<OperatorFigures> {
      if (!(await isOperator(caller))) throw new DomainError('FORBIDDEN');
      const now = clock.now();
      const [queue, recent, databaseBytes, disk, engines, checks] = await Promise.all([
        queueFigures(),
        installation.recent(new Date(now.getTime() - OPERATOR_HOURS * HOUR_MS), OPERATOR_TASKS),
        installation.databaseBytes(),
        installation.disk(),
        listEngines(deps.engines),
        health.check(),
      ]);
      return {
        version: PRODUCT_VERSION,
        measured_at: now.toISOString(),
        queue: { oldest_pending_seconds: queue.oldestPendingSeconds, by_tool: byTool(queue.open) },
        workers: { connected: queue.workers, busy: countTasks(queue.open, 'started') },
        recent: { ...recent, is_whole_day: recent.tasks < OPERATOR_TASKS },
        disk: {
          objects: disk && { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
          database_bytes: databaseBytes,
        },
        engines,
        checks,
      };
    },
  };
}

/**
 * Services for operators of the installation, whose addresses are in the configuration. Roles within organizations
 * don't matter here.
 */
export type OperatorService = ReturnType<typeof createOperatorService>;

type OpenTaskCounts = QueueFigures['open'];

const countTasks = (open: OpenTaskCounts, state: string): number =>
  open.filter((each) => each.state === state).reduce((sum, { tasks }) => sum + tasks, 0);

function byTool(open: OpenTaskCounts): OperatorFigures['queue']['by_tool'] {
  return [...Map.groupBy(open, ({ tool }) => tool)].map(([tool, states]) => ({
    tool,
    pending: countTasks(states, 'pending'),
    started: countTasks(states, 'started'),
  }));
}

/** Lists the built-in engine and all other configured ones. */
async function listEngines(engines: OperatorDependencies['engines']): Promise<OperatorFigures['engines']> {
  const offers = await engines.offers();
  const others = ENGINE_TOOLS.filter((tool) => engines.isConfigured(tool)).map((tool) => {
    const offer = offers.find((one) => one.tool === tool);
    return {
      tool,
      name: offer?.name ?? NOT_NAMED,
      model: offer?.model ?? null,
      responds: offer !== undefined,
    };
  });
  return [{ tool: EVERY_TOOL, name: OWN_MESSAGES.builtInEngine, model: null, responds: true }, ...others];
}

const EVERY_TOOL = 'all';
/** Name of an engine that doesn't respond, because only its tool is known. */
const NOT_NAMED = '';
