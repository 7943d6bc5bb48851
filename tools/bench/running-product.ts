import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../launch/free-port.ts';
import { endDatabaseWithUs } from '../launch/postgres/end-with-us.ts';
import { Product } from '../launch/product.ts';
import { readSettings } from '../launch/settings.ts';
import type { LaunchSettings } from '../launch/settings.ts';

/** Settings with raised limits for a benchmark, whose few guests do the work of many. */
const NO_LIMITS = {
  GUEST_FREE_GENERATIONS: '10000',
  GENERATIONS_PER_MINUTE: '10000',
  GUEST_GRANTS_PER_HOUR: '1000',
  GUESTS_WITHOUT_CAPTCHA_PER_HOUR: '1000',
  GUESTS_PER_HOUR: '1000',
  GUEST_STORAGE_PER_ADDRESS_MB: '100000',
  GUEST_STORAGE_MB: '100000',
  GUEST_QUEUED_TASKS_LIMIT: '10000',
  GUEST_QUEUED_TASKS_PER_ADDRESS: '10000',
};

export interface BenchProduct {
  /** Base URL of the product, without a trailing slash. */
  readonly address: string;
  readonly settings: LaunchSettings;
}

/**
 * Runs `work` on the real product, with a temporary port and data folder.
 * @param workers number of workers that the launcher starts
 */
export async function onRunningProduct(
  work: (product: BenchProduct) => Promise<void>,
  workers = 1,
): Promise<void> {
  // Path for a data folder; starting the product creates it, with the permissions that the database needs.
  const dataFolder = join(tmpdir(), `packshot-bench-${process.pid}`);
  const [port = 0] = await freePorts(1);
  Object.assign(process.env, NO_LIMITS);
  const settings = { ...readSettings(), dataFolder, requestedPort: port, host: '127.0.0.1', workers };
  const fail = (error: unknown): void => {
    throw error;
  };
  const product = new Product(settings, (line) => process.stderr.write(`${line}\n`), fail);
  await product.start();
  // Ends the database with this process: it survives a killed launcher so that the next launcher can adopt it, but a
  // benchmark has no next launcher.
  endDatabaseWithUs(join(dataFolder, 'postgres'), dataFolder);
  try {
    await work({ address: `http://127.0.0.1:${port}`, settings });
  } finally {
    await product.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
