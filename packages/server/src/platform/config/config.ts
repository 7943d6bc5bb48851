import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import type { OperatorModel } from '@packshot/image-engine';
import type { SignUpPolicy } from './sign-up-config.ts';
import type { GenerationLimits, StorageQuotas } from './limits.ts';
import { billingConfig } from './billing-config.ts';
import type { BillingConfig } from './billing-config.ts';
import { captchaConfig } from './captcha-config.ts';
import type { CaptchaConfig } from './captcha-config.ts';
import { enginesConfig } from './engines-config.ts';
import type { EnginesConfig } from './engines-config.ts';
import { googleConfig } from './google-config.ts';
import type { GoogleConfig } from './google-config.ts';
import { credentialsConfig } from './credentials-config.ts';
import type { KeyWithCertificates } from '@packshot/image-engine/credentials';
import { CONFIG_KEYS, SECRET_KEYS } from './keys.ts';
import type { ConfigValues } from './keys.ts';
import { mailConfig } from './mail-config.ts';
import type { MailConfig } from './mail-config.ts';
import { configSchema } from './needed-together.ts';
import { openedBy, refusalOfOpenDevelopment } from './open-development.ts';
import { backupBucketConfig, objectStoreConfig } from './object-store-config.ts';
import type { BackupBucketConfig, ObjectStoreConfig } from './object-store-config.ts';
import { readOrCreateSecret } from './secret-file.ts';
import { trackersConfig } from './trackers-config.ts';
import type { TrackersConfig } from './trackers-config.ts';

export interface ServerConfig {
  /**
   * Settings, as `NAME=value`, that let other machines access a development server and that the operator permitted;
   * empty in production.
   */
  readonly openDevelopment: readonly string[];
  /** Whether webhooks may call addresses on this machine, for developers. */
  readonly mayCallLocalhost: boolean;
  readonly host: string;
  /** Port number; 0 for any free port. */
  readonly port: number;
  /** URL at which browsers reach the site, without a trailing slash; null if it is the API's own origin. */
  readonly publicUrl: string | null;
  /** Fastify's `trustProxy`: false, true, a number of hops, or a list of addresses. */
  readonly trustProxy: boolean | number | string;
  /** Other origins whose pages may call the API from a browser. */
  readonly corsOrigins: readonly string[];
  readonly productSlug: string;
  /** Folder of the built web app; null if another server serves it. */
  readonly webDist: string | null;
  readonly logLevel: ConfigValues['LOG_LEVEL'];
  /** Bearer token that clients need to read `/metrics`; null disables the endpoint. */
  readonly metricsToken: string | null;
  /** Collector that receives traces, or null without one. */
  readonly tracing: {
    readonly endpoint: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Fraction of traces that are recorded, 0 to 1. */
    readonly share: number;
  } | null;
  /**
   * Mail addresses, in lower case, of the accounts that may see the status of the whole installation. The accounts
   * must have confirmed them.
   */
  readonly operatorEmails: readonly string[];
  /** Maximum number of connections to one API process, in total and per network address. */
  readonly connectionLimits: { readonly total: number; readonly perAddress: number };
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  readonly objectStore: ObjectStoreConfig;
  /** Keys for a bucket with backups, or null if they aren't set. */
  readonly backupBucket: BackupBucketConfig | null;
  /** Secret from which the server derives its keys. */
  readonly sessionSecret: string;
  /** Hosts outside the public internet on which users' buckets may be, in the notation of URLs. */
  readonly bucketPrivateHosts: readonly string[];
  readonly mail: MailConfig;
  /** Mail address that receives requests for a product demo; null to only store them. */
  readonly salesEmail: string | null;
  readonly signUp: SignUpPolicy;
  /** Base URL of links in mails, without a trailing slash. */
  readonly siteUrl: string;
  /** Settings of Google sign-in; null disables it. */
  readonly google: GoogleConfig | null;
  readonly tracking: { readonly hosts: string[]; readonly internal_domains: string[] };
  readonly trackers: TrackersConfig;
  /** Settings of the Google Cloud Marketplace; null disables it. */
  readonly marketplace: { readonly audience: string; readonly certificatesUrl: string } | null;
  readonly captcha: CaptchaConfig;
  readonly allowances: {
    readonly guestGenerations: number;
    readonly guestDownloads: number;
    /** Number of guests per network address and hour that get free credits. */
    readonly guestGrantsPerHour: number;
    /** Number of guests that may be created from one network address per hour. */
    readonly guestsPerHour: number;
    /** Number of guests from one network address per hour that don't need a captcha. */
    readonly guestsWithoutCaptchaPerHour: number;
    /** Days after a guest's last visit until all of their data is deleted. */
    readonly guestRetentionDays: number;
    readonly memberGenerations: number;
    readonly memberDownloads: number;
  };
  readonly limits: GenerationLimits;
  readonly storageQuotas: StorageQuotas;
  readonly billing: BillingConfig;
  /** Indecency score, 0 to 1, from which a photo is refused; null disables the check. */
  readonly moderationThreshold: number | null;
  readonly engines: EnginesConfig;
  /** The operator's own certificate for Content Credentials, or null to use one that the installation generates. */
  readonly credentials: KeyWithCertificates | null;
  readonly workerConcurrency: number;
  /** Number of additional engine processes per worker, which run jobs while the first process is waiting. */
  readonly spareEngines: number;
  /** Folder for converted models. */
  readonly engineCacheDir: string;
  /** The operator's own segmentation model; null for the built-in one. */
  readonly cutOutModel: OperatorModel | null;
}

/** Error about environment values that the server can't use. The message names their keys, but not a secret's value. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

const notValid = (problems: readonly string[]): ConfigError =>
  new ConfigError(
    `The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
  );

const MB = 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates the environment variables. A secret may be given as `<KEY>_FILE`, the path of a file that holds
 * it. A missing SESSION_SECRET is generated once and stored in DATA_DIR.
 * @throws ConfigError
 */
export function loadConfig(environment: Environment = process.env): ServerConfig {
  return fromValues(readValues(environment));
}

/**
 * Validates environment variables without side effects, for launchers that check them first.
 * @throws ConfigError
 */
export function assertConfigured(environment: Environment): void {
  readValues(environment);
}

function readValues(environment: Environment): ConfigValues {
  const parsed = configSchema.safeParse(collect(environment));
  if (!parsed.success) {
    const problems = new Map<string, string>();
    for (const { path, code, message } of parsed.error.issues) {
      const key = path.join('.');
      const isMissing = environment[key] === undefined && code === 'invalid_type';
      // Reports only the first problem of each key, because later ones follow from it.
      if (!problems.has(key)) problems.set(key, `${key}: ${isMissing ? 'is missing' : message}`);
    }
    throw notValid([...problems.values()]);
  }
  const refusal = refusalOfOpenDevelopment(parsed.data);
  if (refusal !== null) throw new ConfigError(refusal);
  return parsed.data;
}

/**
 * Loads the configuration for an entry point. On an error, prints it to stderr, because there is no log yet, and
 * exits.
 */
export function loadConfigOrExit(): ServerConfig {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Collects only the variables that we define. An empty value counts as missing, as in compose files and `.env`. */
function collect(environment: Environment): Record<string, string> {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const key of Object.keys(CONFIG_KEYS)) {
    const value = environment[key];
    if (value !== undefined && value !== '') values[key] = value;
  }
  for (const key of SECRET_KEYS) {
    const path = environment[`${key}_FILE`];
    if (path === undefined || path === '') continue;
    if (values[key] !== undefined) {
      problems.push(`${key}: give either ${key} or ${key}_FILE, not both`);
      continue;
    }
    try {
      values[key] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      problems.push(
        `${key}_FILE: cannot be read (${error instanceof Error ? error.message : String(error)})`,
      );
    }
  }
  if (problems.length > 0) throw notValid(problems);
  return values;
}

function fromValues(values: ConfigValues): ServerConfig {
  const dataDir = resolve(values.DATA_DIR);
  return {
    openDevelopment: openedBy(values),
    mayCallLocalhost: values.NODE_ENV !== 'production' && openedBy(values).length === 0,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL ?? null,
    trustProxy: parseTrustProxy(values.TRUST_PROXY),
    corsOrigins: values.CORS_ORIGINS ?? [],
    productSlug: values.PRODUCT_SLUG,
    webDist: values.WEB_DIST === undefined ? null : resolve(values.WEB_DIST),
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN ?? null,
    tracing:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
            share: values.OTEL_TRACES_SAMPLER_ARG,
          },
    operatorEmails: values.OPERATOR_EMAILS ?? [],
    connectionLimits: { total: values.CONNECTIONS_LIMIT, perAddress: values.CONNECTIONS_PER_ADDRESS_LIMIT },
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    objectStore: objectStoreConfig(values, dataDir),
    backupBucket: backupBucketConfig(values),
    sessionSecret: values.SESSION_SECRET ?? readSecretFile(dataDir),
    mail: mailConfig(values, dataDir),
    salesEmail: values.SALES_EMAIL ?? null,
    signUp: values.SIGN_UP,
    siteUrl: values.PUBLIC_URL ?? `http://localhost:${String(values.PORT)}`,
    tracking: {
      hosts: values.ANALYTICS_HOSTS ?? [],
      internal_domains: values.INTERNAL_MAIL_DOMAINS ?? [],
    },
    trackers: trackersConfig(values),
    google: googleConfig(values),
    marketplace:
      values.GCP_MARKETPLACE_AUDIENCE === undefined
        ? null
        : {
            audience: values.GCP_MARKETPLACE_AUDIENCE,
            certificatesUrl: values.GCP_MARKETPLACE_CERTIFICATES_URL,
          },
    captcha: captchaConfig(values),
    allowances: {
      guestGenerations: values.GUEST_FREE_GENERATIONS,
      guestDownloads: values.GUEST_FREE_DOWNLOADS,
      guestGrantsPerHour: values.GUEST_GRANTS_PER_HOUR,
      guestsPerHour: values.GUESTS_PER_HOUR,
      guestsWithoutCaptchaPerHour: values.GUESTS_WITHOUT_CAPTCHA_PER_HOUR,
      guestRetentionDays: values.GUEST_RETENTION_DAYS,
      memberGenerations: values.MEMBER_FREE_GENERATIONS,
      memberDownloads: values.MEMBER_FREE_DOWNLOADS,
    },
    limits: {
      generationsPerMinute: values.GENERATIONS_PER_MINUTE,
      simultaneousTasksPerUser: values.SIMULTANEOUS_TASKS_PER_USER,
      queuedTasks: values.QUEUED_TASKS_LIMIT,
      guestQueuedTasks: values.GUEST_QUEUED_TASKS_LIMIT,
      guestQueuedTasksPerAddress: values.GUEST_QUEUED_TASKS_PER_ADDRESS,
      taskTimeoutMs: values.TASK_TIMEOUT_S * 1000,
      subscriberGenerationsPerDay: values.SUBSCRIBER_GENERATIONS_PER_DAY,
    },
    storageQuotas: {
      guestBytes: values.GUEST_STORAGE_MB * MB,
      guestBytesPerAddress: values.GUEST_STORAGE_PER_ADDRESS_MB * MB,
      accountBytes: values.ACCOUNT_STORAGE_MB * MB,
      subscriberBytes: values.SUBSCRIBER_STORAGE_MB * MB,
    },
    billing: billingConfig(values),
    moderationThreshold: values.MODERATION ? values.MODERATION_THRESHOLD : null,
    bucketPrivateHosts: privateHosts(values),
    engines: enginesConfig(values),
    credentials: broughtCertificate(values),
    workerConcurrency: values.WORKER_CONCURRENCY,
    spareEngines: values.SPARE_ENGINES ?? usualSpareEngines(),
    engineCacheDir: values.ENGINE_CACHE_DIR ? resolve(values.ENGINE_CACHE_DIR) : join(dataDir, 'models'),
    cutOutModel: operatorModel(values),
  };
}

/** Minimum number of cores and memory of a machine on which a worker starts a second engine process. */
const SPARE_FROM = { cores: 2, memoryBytes: 3 * 1024 ** 3 } as const;

function usualSpareEngines(): number {
  // Memory limit of the container, if there is one.
  const allowedBytes = process.constrainedMemory() || Infinity;
  const isEnough = Math.min(totalmem(), allowedBytes) >= SPARE_FROM.memoryBytes;
  return isEnough && availableParallelism() >= SPARE_FROM.cores ? 1 : 0;
}

/** Converts the configured hosts to the notation of URLs, in which IPv6 addresses are in brackets. */
const privateHosts = ({ BUCKET_PRIVATE_HOSTS: hosts = [] }: ConfigValues): string[] =>
  hosts.map((host) => (host.includes(':') ? `[${host}]` : host));

function readSecretFile(dataDir: string): string {
  try {
    return readOrCreateSecret(join(dataDir, 'secrets', 'session'));
  } catch (error) {
    throw notValid([`DATA_DIR: cannot be used (${error instanceof Error ? error.message : String(error)})`]);
  }
}

function broughtCertificate(values: ConfigValues): KeyWithCertificates | null {
  const read = credentialsConfig(values);
  if (typeof read === 'string') throw notValid([read]);
  return read;
}

function operatorModel(values: ConfigValues): OperatorModel | null {
  if (values.CUTOUT_MODEL_FILE === undefined) return null;
  return {
    file: resolve(values.CUTOUT_MODEL_FILE),
    ...(values.CUTOUT_MODEL_MEAN && { mean: values.CUTOUT_MODEL_MEAN }),
    ...(values.CUTOUT_MODEL_STD && { std: values.CUTOUT_MODEL_STD }),
    ...(values.CUTOUT_MODEL_LICENSE && { license: values.CUTOUT_MODEL_LICENSE }),
  };
}

function parseTrustProxy(value: string | undefined): boolean | number | string {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  return /^\d+$/.test(value) ? Number(value) : value;
}
