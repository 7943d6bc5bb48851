import type { ServerConfig } from '../platform/config/config.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { NO_TRACING } from '../platform/tracing/tracing.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';

/** Opens tracing. Without the address of a trace collector, OpenTelemetry isn't loaded at all. */
export async function openTracing(
  { tracing }: ServerConfig,
  processName: 'api' | 'worker',
  logger: Logger,
): Promise<Tracing> {
  if (tracing === null) return NO_TRACING;
  const { openOtlpTracing } = await import('../platform/tracing/otlp-tracing.ts');
  return openOtlpTracing({ ...tracing, serviceName: `packshot-${processName}`, logger });
}
