import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importPKCS8, SignJWT } from 'jose';
import type { Clock } from '../platform/clock.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

export interface MarketplaceTokenOptions {
  readonly audience?: string;
  readonly issuer?: string;
  readonly lifeS?: number;
  readonly keyId?: string;
  /** True to sign the token with a key that isn't Google's. */
  readonly isForged?: boolean;
}

export type MarketplaceDouble = Awaited<ReturnType<typeof startMarketplaceDouble>>;

/**
 * Starts a fake of the parts of Google Cloud Marketplace that we use: its published keys, and the token that its form
 * posts.
 */
export async function startMarketplaceDouble(audience: string, clock: Clock = { now: () => new Date() }) {
  const [google, stranger] = [selfSignedCertificate(), selfSignedCertificate()];
  const published: Record<string, string> = { k1: google.certificate };
  let looks = 0;
  const keys = createServer((_request, response) => {
    looks += 1;
    response.end(JSON.stringify(published));
  });
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`;
  let tokensMade = 0;
  return {
    /** URL of the published keys, which is also the issuer of the tokens. */
    issuer,
    looks: () => looks,
    /** Adds another key to the existing ones, as Google does every few days. */
    publish(keyId: string): void {
      published[keyId] = google.certificate;
    },
    async tokenFor(identity: string, options: MarketplaceTokenOptions = {}): Promise<string> {
      const nowS = Math.floor(clock.now().getTime() / 1000);
      tokensMade += 1;
      const { privatePem } = options.isForged === true ? stranger : google;
      return new SignJWT({ google: { user_identity: identity }, jti: String(tokensMade) })
        .setProtectedHeader({ alg: 'RS256', kid: options.keyId ?? 'k1' })
        .setSubject('procurement-account')
        .setIssuer(options.issuer ?? issuer)
        .setAudience(options.audience ?? audience)
        .setIssuedAt(nowS)
        .setExpirationTime(nowS + (options.lifeS ?? 300))
        .sign(await importPKCS8(privatePem, 'RS256'));
    },
    stop: () =>
      new Promise<void>((resolve) => {
        keys.closeAllConnections();
        keys.close(() => resolve());
      }),
  };
}
