import { ENGINE_TOOLS, engineToolSchema } from '@packshot/contract';
import type { ServerConfig } from './config.ts';

/** Lists the configuration as keys and values for the log. For a secret, lists only whether it is set. */
export function describeConfig(config: ServerConfig): Record<string, string | number | boolean | null> {
  const { objectStore } = config;
  return {
    host: config.host,
    port: config.port,
    publicUrl: config.publicUrl,
    productSlug: config.productSlug,
    dataDir: config.dataDir,
    database: withoutPassword(config.databaseUrl),
    objectStore:
      objectStore.kind === 'disk'
        ? objectStore.rootFolder
        : `s3 ${objectStore.endpoint ?? ''}/${objectStore.bucket}`,
    mail: config.mail.kind === 'outbox' ? config.mail.folder : config.mail.kind,
    captcha: config.captcha.kind === 'hosted' ? config.captcha.service : config.captcha.kind,
    trackers: Object.values(config.trackers)
      .map((tracker) => tracker.service)
      .join(', '),
    logLevel: config.logLevel,
    metricsToken: config.metricsToken === null ? 'not set' : 'set',
    traces: config.tracing === null ? 'not set' : new URL(config.tracing.endpoint).origin,
    operators: config.operatorEmails.length,
    trustProxy: config.trustProxy,
    moderationThreshold: config.moderationThreshold,
    engines: ENGINE_TOOLS.filter((tool) => config.engines.byTool[tool] !== undefined)
      .map((tool) => `${engineToolSchema.encode(tool)}=${config.engines.byTool[tool]}`)
      .join(' '),
    credentials: config.credentials === null ? 'own' : 'brought',
    workerConcurrency: config.workerConcurrency,
    spareEngines: config.spareEngines,
    guestGenerations: config.allowances.guestGenerations,
    guestDownloads: config.allowances.guestDownloads,
    taskTimeoutMs: config.limits.taskTimeoutMs,
    billing:
      config.billing.stripe === null ? config.billing.mode : `stripe ${config.billing.stripe.environment}`,
  };
}

export function withoutPassword(databaseUrl: string): string {
  try {
    const url = new URL(databaseUrl);
    return `${url.protocol}//${url.username === '' ? '' : `${url.username}@`}${url.host}${url.pathname}`;
  } catch {
    // The `URL` class can't parse socket or multi-host addresses, so the whole value is hidden to protect the password.
    return 'set';
  }
}
