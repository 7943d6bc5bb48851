import type { Logger } from '../platform/logging/logger.ts';

const CHECK_TIMEOUT_MS = 2_000;

/**
 * Creates the readiness checks, each with a name. A check that throws or takes longer than two seconds fails; the
 * reason is logged.
 */
export function createServiceHealth(checks: Readonly<Record<string, () => Promise<void>>>, logger: Logger) {
  return {
    /** Runs all checks. Result by name: true if the check passes in time. */
    async check(): Promise<Record<string, boolean>> {
      const outcomes = await Promise.all(
        Object.entries(checks).map(
          async ([name, check]) => [name, await passes(name, check, logger)] as const,
        ),
      );
      return Object.fromEntries(outcomes);
    },
  };
}

export type ServiceHealth = ReturnType<typeof createServiceHealth>;

async function passes(name: string, check: () => Promise<void>, logger: Logger): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), timeout]);
    return true;
  } catch (error) {
    logger.warn({ check: name, err: error }, 'readiness check failed');
    return false;
  } finally {
    clearTimeout(timer);
  }
}
