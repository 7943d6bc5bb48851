import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { DiskSpace } from './http-settings.ts';

/**
 * Creates metrics of the disk that holds pictures. They have no value if pictures are in a bucket, or if the disk can't
 * be measured.
 * @returns a function that refreshes the metrics
 */
export function diskGauges(
  app: FastifyInstance,
  registry: Registry,
  diskSpace: () => Promise<DiskSpace | null>,
): () => Promise<void> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `packshot_${name}`, help, registers: [registry] });
  const free = gauge('disk_free_bytes', 'Free space on the disk that pictures lie on');
  const total = gauge('disk_size_bytes', 'Size of the disk that pictures lie on');
  return async () => {
    const space = await diskSpace().catch((error: unknown) => {
      app.log.warn({ err: error }, 'the disk could not be measured');
      return null;
    });
    if (space === null) {
      free.remove();
      total.remove();
      return;
    }
    free.set(space.freeBytes);
    total.set(space.totalBytes);
  };
}
