import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCEPTED_ADVISORIES, MINIMUM_VERSIONS } from './audit-policy.ts';
import type { AcceptedAdvisory } from './audit-policy.ts';
import { run } from './run.ts';

export interface AuditOutcome {
  faults: string[];
  /** Reason why the registry couldn't be asked; only the minimum versions were checked then. */
  unavailable?: string;
}

const REPORTED_SEVERITIES = new Set(['high', 'critical']);

/** Matches network failures, and the status codes of mirrors without advisories. */
const OUT_OF_REACH =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network/i;
const NO_ADVISORIES = new Set([404, 405, 501, 502, 503, 504]);

/** Asks the registry for known vulnerabilities in the packages that we ship (not in development packages). */
export async function audit(root: string): Promise<AuditOutcome> {
  const faults = belowMinimum(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { output } = await run(npmProgram(), ['audit', '--omit=dev', '--json'], {
    cwd: root,
    stdoutOnly: true,
  });
  const outcome = judge(output, ACCEPTED_ADVISORIES, new Date());
  return { ...outcome, faults: [...faults, ...outcome.faults] };
}

function npmProgram(): string {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm';
}

/** Parses the JSON of `npm audit`. Output that it doesn't understand is a fault, never a pass. */
export function judge(output: string, accepted: readonly AcceptedAdvisory[], today: Date): AuditOutcome {
  let report: AuditReport;
  try {
    report = JSON.parse(output) as AuditReport;
  } catch {
    return { faults: [`npm audit said something that is not JSON: ${output.slice(0, 300)}`] };
  }
  if (!report.vulnerabilities) {
    const message = report.message ?? report.error?.summary ?? output.slice(0, 300);
    const isOutOfReach =
      (report.statusCode !== undefined && NO_ADVISORIES.has(report.statusCode)) || OUT_OF_REACH.test(message);
    return isOutOfReach ? { faults: [], unavailable: message } : { faults: [`npm audit failed: ${message}`] };
  }
  const current = new Set(accepted.filter(({ until }) => today < new Date(until)).map(({ id }) => id));
  const advisories = Object.values(report.vulnerabilities).flatMap((vulnerability) =>
    vulnerability.via.filter((via) => typeof via !== 'string'),
  );
  const faults = new Set<string>();
  for (const { name, title, url, severity, range } of advisories) {
    if (!REPORTED_SEVERITIES.has(severity) || current.has(url.slice(url.lastIndexOf('/') + 1))) continue;
    faults.add(`${name} ${range}: ${title} (${severity}, ${url})`);
  }
  return { faults: [...faults] };
}

export function belowMinimum(lockFile: string, minimums = MINIMUM_VERSIONS): string[] {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, { version?: string }> };
  return minimums.flatMap((minimum) =>
    Object.entries(packages)
      .filter(([path]) => path.endsWith(`node_modules/${minimum.package}`))
      .filter(([, { version }]) => version !== undefined && isOlder(version, minimum.version))
      .map(
        ([, { version = '' }]) =>
          `${minimum.package} ${version} is below ${minimum.version} (${minimum.reason})`,
      ),
  );
}

function isOlder(version: string, minimum: string): boolean {
  const parts = (text: string) => text.split(/[-+]/)[0]?.split('.').map(Number) ?? [];
  const [a, b] = [parts(version), parts(minimum)];
  for (const index of [0, 1, 2]) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

interface AuditReport {
  vulnerabilities?: Record<string, { via: (string | Advisory)[] }>;
  message?: string;
  statusCode?: number;
  error?: { summary?: string };
}

interface Advisory {
  name: string;
  title: string;
  url: string;
  severity: string;
  range: string;
}
