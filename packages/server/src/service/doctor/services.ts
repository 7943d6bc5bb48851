import { randomUUID } from 'node:crypto';
import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';
import { DOCTOR_HEADER, doctorQuestion, SEEN_HEADER } from '../../platform/http/doctor-questions.ts';
import type { SeenRequest } from '../../platform/http/doctor-questions.ts';
import type { ServerConfig } from '../../platform/config/config.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { bad, doubtful, good, formatReason } from './finding.ts';
import type { DoctorFinding } from './finding.ts';
import { siteCertificate } from './machine.ts';

const TIMEOUT_MS = 10_000;
const PROBE_FOLDER = 'doctor';
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Checks the object store by writing, reading, listing and deleting a test object. */
export async function store(
  objects: Pick<ObjectStore, 'write' | 'read' | 'list' | 'delete' | 'createUploadTarget'>,
): Promise<DoctorFinding> {
  const key = `${PROBE_FOLDER}/${randomUUID()}.txt`;
  const bytes = Buffer.from(key);
  let step = 'written';
  try {
    await objects.write(key, bytes, { contentType: 'text/plain' });
    step = 'read';
    if (!Buffer.from(await objects.read(key)).equals(bytes)) throw new Error('other bytes came back');
    step = 'listed';
    if (!(await isListed(objects, key))) throw new Error('it is not in the list');
    step = 'deleted';
    await objects.delete(key);
    return good('object store', 'An object could be written, read, listed and deleted.');
  } catch (error) {
    await objects.delete(key).catch(() => {});
    return bad(
      'object store',
      `An object could not be ${step} (${formatReason(error)}).`,
      'With a bucket: the key needs PutObject, GetObject, DeleteObject and ListBucket, and S3_ENDPOINT and S3_REGION have to be right. With a folder: look at its owner and at the disk.',
    );
  }
}

async function isListed(objects: Pick<ObjectStore, 'list'>, key: string): Promise<boolean> {
  for await (const object of objects.list(`${PROBE_FOLDER}/`)) if (object.key === key) return true;
  return false;
}

/** Checks whether the bucket's CORS settings let browsers send uploads. */
export async function bucketOrigins(
  objects: Pick<ObjectStore, 'createUploadTarget'>,
  siteUrl: string,
): Promise<DoctorFinding> {
  const origin = new URL(siteUrl).origin;
  const fix = `Set the bucket's CORS rules: AllowedOrigins ${origin}, AllowedMethods POST and GET, AllowedHeaders *.`;
  try {
    const { url } = await objects.createUploadTarget({
      key: `${PROBE_FOLDER}/${randomUUID()}.png`,
      contentTypes: ['image/png'],
      minSizeBytes: 1,
      maxSizeBytes: 1,
      expiresInSeconds: 60,
    });
    const response = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const allowed = response.headers.get('access-control-allow-origin');
    if (allowed === '*' || allowed === origin) return good('bucket CORS', `Pages of ${origin} may upload.`);
    return bad('bucket CORS', `Pages of ${origin} may not upload.`, fix);
  } catch (error) {
    return bad('bucket CORS', `The bucket could not be asked (${formatReason(error)}).`, fix);
  }
}

export async function mail({ mail: config }: Pick<ServerConfig, 'mail'>): Promise<DoctorFinding> {
  if (config.kind === 'outbox') return good('mail', `For development: mails are files in ${config.folder}.`);
  if (config.kind === 'none') {
    return doubtful(
      'mail',
      'No mails are sent, so users can’t confirm an address or reset a password.',
      'Set SMTP_URL and MAIL_FROM.',
    );
  }
  const transport = createTransport({
    url: config.url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return good('mail', 'The mail server lets us in.');
  } catch (error) {
    return bad(
      'mail',
      `The mail server refuses us (${formatReason(error)}).`,
      'Look at SMTP_URL: host, port, user and password; smtps:// for port 465.',
    );
  } finally {
    transport.close();
  }
}

/** Checks whether the site can be reached at its public URL, through the proxy. */
export async function site(
  { publicUrl, trustProxy }: Pick<ServerConfig, 'publicUrl' | 'trustProxy'>,
  key: Uint8Array,
  nowMs: number,
): Promise<DoctorFinding[]> {
  if (publicUrl === null) return [good('site', 'PUBLIC_URL is not set: it is for this machine only.')];
  const { protocol, hostname, port } = new URL(publicUrl);
  const answer = await askSite(publicUrl, key, nowMs);
  const findings = [answer.finding];
  if (answer.finding.state !== 'bad') {
    const forged = await askSite(publicUrl, key, nowMs, { 'x-forwarded-for': NOBODY });
    findings.push(checkProxy({ publicUrl, trustProxy }, answer.request, forged.request));
  }
  if (protocol === 'https:') findings.push(await certificateOfSite(hostname, Number(port || 443), nowMs));
  return findings;
}

/** Address from a range reserved for documentation, which no client has. */
const NOBODY = '203.0.113.77';

interface SiteAnswer {
  readonly finding: DoctorFinding;
  /** The API's view of the request; null if another installation or an earlier release answered. */
  readonly request: SeenRequest | null;
}

/** Sends a request to the API at its public URL, through all proxies in front of it. */
export async function askSite(
  publicUrl: string,
  key: Uint8Array,
  nowMs: number,
  headers: Record<string, string> = {},
): Promise<SiteAnswer> {
  const fix =
    'Look whether the product runs, at the proxy and its proxy_pass, at DNS and the firewall, and at PUBLIC_URL.';
  try {
    const response = await fetch(`${publicUrl}/healthz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
      headers: { ...headers, [DOCTOR_HEADER]: doctorQuestion(key, Date.now()) },
    });
    await response.body?.cancel();
    const seenHeader = response.headers.get(SEEN_HEADER);
    return {
      finding: reachable(publicUrl, response, nowMs, fix),
      request: seenHeader === null ? null : (JSON.parse(seenHeader) as SeenRequest),
    };
  } catch (error) {
    return {
      finding: bad('site', `${publicUrl} cannot be reached from here (${formatReason(error)}).`, fix),
      request: null,
    };
  }
}

function reachable(
  publicUrl: string,
  { status, headers }: Response,
  nowMs: number,
  fix: string,
): DoctorFinding {
  if (status !== 200) return bad('site', `${publicUrl} answers with ${String(status)}.`, fix);
  const date = Date.parse(headers.get('date') ?? '');
  if (Math.abs(date - nowMs) <= CLOCK_TOLERANCE_MS) return good('site', `${publicUrl} answers.`);
  return doubtful(
    'site',
    `${publicUrl} has another time than this machine.`,
    'Run NTP (timedatectl set-ntp true).',
  );
}

/**
 * Checks how proxies change requests.
 * @param ordinary the API's view of an ordinary request
 * @param forged the API's view of a request that claims to come from another address
 */
export function checkProxy(
  { publicUrl, trustProxy }: { readonly publicUrl: string; readonly trustProxy: ServerConfig['trustProxy'] },
  ordinary: SeenRequest | null,
  forged: SeenRequest | null,
): DoctorFinding {
  if (ordinary === null || forged === null)
    return doubtful(
      'proxy',
      'The server at PUBLIC_URL does not know this installation, so proxies were not checked.',
      'Run this with the SESSION_SECRET and the release of the API that answers there.',
    );
  const { protocol, host } = new URL(publicUrl);
  if (trustProxy === false) {
    if (!ordinary.isForwarded && protocol === `${ordinary.protocol}:`)
      return good(
        'proxy',
        'No proxy adds forwarding headers: visitors are told apart by the addresses of their connections.',
      );
    return bad(
      'proxy',
      'There is a proxy, and TRUST_PROXY is not set: all visitors count as one, and share its limits.',
      `Set TRUST_PROXY=${ordinary.peer}, if that is the proxy; it has to send X-Forwarded-For and X-Forwarded-Proto.`,
    );
  }
  if (forged.address === NOBODY)
    return bad(
      'proxy',
      'Visitors can choose the address that limits count them by: the proxy passes on what they send as X-Forwarded-For.',
      'Let the proxy replace it (nginx: proxy_set_header X-Forwarded-For $remote_addr), and TRUST_PROXY name proxies alone.',
    );
  if (!ordinary.isForwarded)
    return bad(
      'proxy',
      'The proxy does not say who is calling: all visitors count as one, and share its limits.',
      'nginx: proxy_set_header X-Forwarded-For $remote_addr; without a proxy, remove TRUST_PROXY.',
    );
  if (!ordinary.isPeerTrusted)
    return bad(
      'proxy',
      `The proxy calls from ${ordinary.peer}, which TRUST_PROXY does not name: all visitors count as one, and share its limits.`,
      `Set TRUST_PROXY=${ordinary.peer}, if that is the proxy.`,
    );
  if (protocol !== `${ordinary.protocol}:`)
    return bad(
      'proxy',
      `The API takes requests for ${protocol.slice(0, -1)} for ${ordinary.protocol}: the proxy does not say which one browsers use.`,
      'nginx: proxy_set_header X-Forwarded-Proto $scheme.',
    );
  if (host !== ordinary.host)
    return doubtful(
      'proxy',
      `The API is asked for ${ordinary.host} instead of ${host}: the proxy does not pass the name on, or PUBLIC_URL is another.`,
      'nginx: proxy_set_header Host $http_host; or set PUBLIC_URL to the address that people type.',
    );
  return good('proxy', 'The proxy passes on the true addresses of visitors.');
}

async function certificateOfSite(host: string, port: number, nowMs: number): Promise<DoctorFinding> {
  try {
    const validTo = await new Promise<string>((resolve, reject) => {
      const socket = connect({ host, port, servername: host, timeout: TIMEOUT_MS }, () => {
        resolve(socket.getPeerCertificate().valid_to);
        socket.end();
      });
      socket.once('error', reject);
      socket.once('timeout', () => socket.destroy(new Error('no answer')));
    });
    return siteCertificate(host, validTo, nowMs);
  } catch (error) {
    // Errors of name lookups and connections have a system call; errors of certificates don't.
    if (error instanceof Error && 'syscall' in error)
      return doubtful(
        'site certificate',
        `It could not be read, because ${host} cannot be reached from here (${formatReason(error)}).`,
        `Let this machine look up ${host} and connect to port ${String(port)}, and run this again.`,
      );
    return bad(
      'site certificate',
      `Browsers would not trust ${host} (${formatReason(error)}).`,
      'Renew the certificate of the proxy; its chain has to be complete.',
    );
  }
}
