import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingCephPrograms, startCephGateway } from '../launch/ceph-gateway.ts';
import { systemBinaries } from '../launch/postgres/binaries.ts';
import type { PostgresBinaries } from '../launch/postgres/binaries.ts';
import { startEmbeddedPostgres } from '../launch/postgres/embedded-postgres.ts';

/** External services for the tests. `stop` stops every service that this object has started. */
export class TestEnvironment {
  readonly #stops: (() => Promise<void>)[] = [];
  readonly #say: (line: string) => void;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  async database(): Promise<NodeJS.ProcessEnv> {
    return { TEST_DATABASE_URL: await this.#startPostgres() };
  }

  /** Provides a PostgreSQL other than the embedded one; null, with a message, if there is none. */
  async otherDatabase(): Promise<NodeJS.ProcessEnv | null> {
    const configuredUrl = process.env['OTHER_DATABASE_URL'];
    if (configuredUrl) return { TEST_DATABASE_URL: configuredUrl };
    const binaries = systemBinaries();
    if (!binaries) {
      this.#say(
        'Not run a second time on another PostgreSQL: none is installed (apt-get install postgresql) and OTHER_DATABASE_URL is not set.',
      );
      return null;
    }
    this.#say(`Once more on the system's PostgreSQL ${binaries.majorVersion}.`);
    return { TEST_DATABASE_URL: await this.#startPostgres(binaries) };
  }

  /** Provides a real S3 server; empty, with a message, if the machine has none. */
  async objectStore(): Promise<NodeJS.ProcessEnv> {
    if (process.env['S3_TEST_ENDPOINT']) return {};
    const missing = await missingCephPrograms();
    if (missing.length > 0) {
      this.#say(
        `S3 is not tested: ${missing.join(', ')} missing (apt-get install --no-install-recommends ceph-mon ceph-osd ceph-mgr radosgw).`,
      );
      return {};
    }
    const gateway = await startCephGateway();
    this.#stops.push(() => gateway.stop());
    return {
      S3_TEST_ENDPOINT: gateway.endpoint,
      S3_TEST_ACCESS_KEY_ID: gateway.accessKeyId,
      S3_TEST_SECRET_ACCESS_KEY: gateway.secretAccessKey,
    };
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0).toReversed()) await stop();
  }

  async #startPostgres(binaries?: PostgresBinaries): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'packshot-tests-'));
    this.#stops.push(() => rm(folder, { recursive: true, force: true }));
    // If the tests run as root, PostgreSQL's account must be able to pass through this folder.
    await chmod(folder, 0o755);
    const server = await startEmbeddedPostgres({
      folder: join(folder, 'postgres'),
      durability: 'none',
      maxConnections: 200,
      ...(binaries && { binaries }),
    });
    this.#stops.push(() => server.stop());
    return server.url;
  }
}
