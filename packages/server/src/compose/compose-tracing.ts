import type { ServerConfig } from '../config/config.ts';
import type { Logger } from '../domain/ports/logger.ts';
import { NO_TRACING } from '../domain/ports/tracing.ts';
import type { Tracing } from '../domain/ports/tracing.ts';

/** Without a collector's address none of OpenTelemetry is loaded. */
export async function openTracing(
  { tracing }: ServerConfig,
  processName: 'api' | 'worker',
  logger: Logger,
): Promise<Tracing> {
  if (tracing === null) return NO_TRACING;
  const { openOtlpTracing } = await import('../gateways/tracing/otlp-tracing.ts');
  return openOtlpTracing({ ...tracing, serviceName: `packshot-${processName}`, logger });
}
