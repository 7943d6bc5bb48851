import pg from 'pg';
import type { Logger } from '../logging/logger.ts';
import { LOST_CLIENTS } from './connection.ts';

export interface ListenerOptions {
  readonly databaseUrl: string;
  readonly channels: readonly string[];
  readonly name?: string;
  onNotification(channel: string, payload: string): void;
  /** Called after each reconnect, because notifications sent while disconnected are lost. */
  onReconnect(): void;
  readonly logger: Logger;
}

export interface DatabaseListener {
  isListening(): boolean;
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Interval of test queries on the connection, and the time limit of each. A connection that died silently (a pulled
 * cable, a dropped NAT entry) is detected after two of them.
 */
const PULSE_INTERVAL_MS = 10_000;

/**
 * Opens a dedicated connection that listens on PostgreSQL channels for the life of the process, and reconnects by
 * itself. The connection needs its own session, so it doesn't work through a transaction pooler.
 */
export async function openListener(options: ListenerOptions): Promise<DatabaseListener> {
  const listener = new ReconnectingListener(options);
  await listener.connect();
  return listener;
}

class ReconnectingListener implements DatabaseListener {
  readonly #options: ListenerOptions;
  #client: pg.Client | null = null;
  #isClosed = false;
  #retry: NodeJS.Timeout | undefined;
  #pulse: NodeJS.Timeout | undefined;
  #retryDelayMs = FIRST_RETRY_MS;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  isListening(): boolean {
    return this.#client !== null;
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      application_name: this.#options.name ?? 'packshot-listener',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: PULSE_INTERVAL_MS,
      options: LOST_CLIENTS,
      keepAlive: true,
    });
    client.on('notification', ({ channel, payload }) => {
      this.#options.onNotification(channel, payload ?? '');
    });
    client.on('error', (error) => this.#handleLoss(client, error));
    client.on('end', () => this.#handleLoss(client, new Error('The connection ended')));
    try {
      await client.connect();
      for (const channel of this.#options.channels) {
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
      }
    } catch (error) {
      await this.#discard(client);
      throw error;
    }
    if (this.#isClosed) return this.#discard(client);
    this.#client = client;
    this.#retryDelayMs = FIRST_RETRY_MS;
    this.#pulse = setInterval(() => {
      client.query('select 1').catch((error: unknown) => this.#handleLoss(client, error));
    }, PULSE_INTERVAL_MS);
    this.#pulse.unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    const client = this.#client;
    this.#client = null;
    if (client !== null) await this.#discard(client);
  }

  #handleLoss(client: pg.Client, error: unknown): void {
    if (client !== this.#client) return;
    this.#client = null;
    clearInterval(this.#pulse);
    this.#options.logger.warn({ err: error }, 'the listening database connection was lost');
    void this.#discard(client);
    this.#scheduleReconnect();
  }

  #scheduleReconnect(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => void this.#reconnect(), this.#retryDelayMs);
    this.#retryDelayMs = Math.min(LONGEST_RETRY_MS, this.#retryDelayMs * 2);
  }

  async #reconnect(): Promise<void> {
    try {
      await this.connect();
      this.#options.logger.info({}, 'the listening database connection is back');
      this.#options.onReconnect();
    } catch (error) {
      this.#options.logger.debug({ err: error }, 'listening to the database is not possible yet');
      this.#scheduleReconnect();
    }
  }

  /** Closes a connection that is no longer used, ignoring errors. */
  async #discard(client: pg.Client): Promise<void> {
    client.removeAllListeners();
    client.on('error', (error) =>
      this.#options.logger.debug({ err: error }, 'a discarded connection failed'),
    );
    await client.end().catch((error: unknown) => {
      this.#options.logger.debug({ err: error }, 'a discarded connection did not end cleanly');
    });
  }
}
