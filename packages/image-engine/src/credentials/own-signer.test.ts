import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOwnSigner } from './own-signer.ts';

const DAY_S = 24 * 3600;

function manualClock() {
  let nowMs = Date.now();
  return { now: () => new Date(nowMs), advance: (seconds: number) => void (nowMs += seconds * 1000) };
}

let folder: string;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'packshot-signer-')), 'credentials');
  clock = manualClock();
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const certificateIn = (name: string): X509Certificate =>
  new X509Certificate(readFileSync(join(folder, name), 'utf8'));
const getOwnCertificate = (signer: { readonly certificates: readonly Uint8Array[] }): X509Certificate =>
  new X509Certificate(signer.certificates[0] ?? new Uint8Array());

describe('the signer of an installation', () => {
  it('has a ten-year certificate issued by its root, and keys that only their owner can read', () => {
    const own = getOwnCertificate(openOwnSigner(folder, clock)());
    const root = certificateIn('root-certificate.pem');
    expect(own.verify(root.publicKey) && own.checkIssued(root)).toBe(true);
    expect([own.ca, root.ca]).toEqual([false, true]);
    expect(own.keyUsage).toEqual(['1.3.6.1.5.5.7.3.4']);
    expect(Date.parse(own.validTo) - clock.now().getTime()).toBeGreaterThan(9.9 * 365 * DAY_S * 1000);
    expect(statSync(join(folder, 'root.pem')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'signer.pem')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'root-certificate.pem'), 'utf8')).not.toContain('PRIVATE');
  });

  it('stays the same across restarts, and is renewed after a year under the same root', () => {
    const presentSigner = openOwnSigner(folder, clock);
    const first = getOwnCertificate(presentSigner());
    expect(getOwnCertificate(openOwnSigner(folder, clock)()).fingerprint256).toBe(first.fingerprint256);
    clock.advance(367 * DAY_S);
    const second = getOwnCertificate(presentSigner());
    expect(second.fingerprint256).not.toBe(first.fingerprint256);
    expect(second.checkIssued(certificateIn('root-certificate.pem'))).toBe(true);
    expect(getOwnCertificate(openOwnSigner(folder, clock)()).fingerprint256).toBe(second.fingerprint256);
  });

  it('gets a new root before a certificate would outlive the first one', () => {
    openOwnSigner(folder, clock);
    const first = certificateIn('root-certificate.pem');
    clock.advance(21 * 365.25 * DAY_S);
    const own = getOwnCertificate(openOwnSigner(folder, clock)());
    const root = certificateIn('root-certificate.pem');
    expect(root.fingerprint256).not.toBe(first.fingerprint256);
    expect(Date.parse(own.validTo)).toBeLessThan(Date.parse(root.validTo));
    expect(readdirSync(folder)).toContain(`root-until-${new Date(first.validTo).getUTCFullYear()}.pem`);
  });

  it('creates one root when several processes start at once', async () => {
    const program = `import { openOwnSigner } from ${JSON.stringify(new URL('./own-signer.ts', import.meta.url).href)};
      const { certificates } = openOwnSigner(process.argv[1], { now: () => new Date() })();
      process.stdout.write(Buffer.from(certificates[0]).toString('base64'));`;
    const started = await Promise.all(
      Array.from({ length: 3 }, () =>
        promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, folder]),
      ),
    );
    const root = certificateIn('root-certificate.pem');
    for (const { stdout } of started)
      expect(new X509Certificate(Buffer.from(stdout, 'base64')).verify(root.publicKey)).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(['root-certificate.pem', 'root.pem', 'signer.pem']);
  });

  it('reports a damaged key file by its name', () => {
    openOwnSigner(folder, clock);
    writeFileSync(join(folder, 'signer.pem'), 'nonsense');
    expect(() => openOwnSigner(folder, clock)).toThrow(
      `${join(folder, 'signer.pem')} does not hold a key with its certificate; delete the file to make a new one`,
    );
  });
});
