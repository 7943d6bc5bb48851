/** Interprets the codes of the standard's reader. Sources: C2PA 2.2, chapter 15; CAWG Identity Assertion 1.1, chapter 7. */

export type Verdict =
  /** Unchanged and signed by this installation, whose root certificate is the only trusted one. */
  | 'own'
  /** Unchanged, but the signer isn't trusted. */
  | 'intact'
  /** Unchanged, but the certificate is expired, revoked, or not for pictures. */
  | 'unsound'
  | 'changed'
  /** Contains credentials that can't be read. */
  | 'damaged'
  | 'none';

/**
 * State of the structure around a file's credentials, which no signature covers: names and sizes of boxes, and their
 * position in the file.
 */
export type Envelope =
  /** Valid, as programs write it. */
  | 'sound'
  /** Valid, with fields beside the signature that the standard doesn't define. */
  | 'filled'
  /** Changed or incomplete. */
  | 'broken'
  | 'none';

export interface Codes {
  readonly success: readonly string[];
  readonly failure: readonly string[];
}

/** Matches status codes that concern only the signer or named identities, and not the picture. */
export const SAYS_WHO = /^(?:signingCredential|timeStamp|cawg)\./;

/** Checks for a fault of the certificate other than missing trust: expired, revoked, or not for pictures. */
export const isOfCertificate = (code: string): boolean => /^signingCredential\.(?!untrusted$)/.test(code);
/** Matches status codes about a named person or account, which only an external service could confirm. */
const NAMES_SOMEBODY = /^cawg\./;
const NOBODY_VOUCHES = 'signingCredential.untrusted';
const PICTURE_MATCHES = /^assertion\.(?:dataHash|bmffHash|boxesHash|multiAssetHash)\.match$/;

/**
 * Result of checking the credentials. The reader's overall state also depends on identities that the reader couldn't
 * look up, and on credentials of contained pictures. If there is no other failure, and both signature and picture
 * match, the file is unchanged. An expired certificate doesn't count as a change.
 */
export function judgeCredentials(
  state: string,
  { success, failure }: Codes,
): 'own' | 'intact' | 'unsound' | 'changed' {
  if (state === 'Trusted') return 'own';
  if (state === 'Valid') return 'intact';
  const isMatching =
    success.includes('claimSignature.validated') && success.some((code) => PICTURE_MATCHES.test(code));
  const isHarmless = failure.every(
    (code) => NAMES_SOMEBODY.test(code) || isOfCertificate(code) || code === NOBODY_VOUCHES,
  );
  if (!isMatching || !isHarmless) return 'changed';
  if (failure.some(isOfCertificate)) return 'unsound';
  const isTrusted = success.includes('signingCredential.trusted') && !failure.includes(NOBODY_VOUCHES);
  return isTrusted ? 'own' : 'intact';
}

export const namesUnconfirmed = ({ failure }: Codes): boolean =>
  failure.some((code) => NAMES_SOMEBODY.test(code));

/** Manifest of a picture that contains other pictures (ingredients). */
export interface MadeFrom {
  readonly ingredients: readonly {
    readonly title?: string | null | undefined;
    readonly label?: string | null | undefined;
    /** Failures that the signing program found when it added the ingredient. */
    readonly failure: readonly string[];
  }[];
}

export interface Delta {
  readonly ingredientAssertionURI: string;
  readonly failure: readonly string[];
}

const isBroken = (codes: readonly string[]): boolean => codes.some((code) => !SAYS_WHO.test(code));

/** Distinct titles of pictures whose own credentials are invalid, now or when they were added; '' for no title. */
export function listBrokenIngredients(
  manifests: ReadonlyMap<string, MadeFrom>,
  deltas: readonly Delta[],
): string[] {
  const broken = new Set(
    deltas
      .filter(({ failure }) => isBroken(failure))
      .map(({ ingredientAssertionURI: address }) => address.slice(address.indexOf('/c2pa/') + 1)),
  );
  const titles: string[] = [];
  for (const [name, { ingredients }] of manifests)
    for (const { title, label, failure } of ingredients) {
      const isNow = broken.delete(`c2pa/${name}/c2pa.assertions/${label ?? ''}`);
      if (isNow || isBroken(failure)) titles.push(title ?? '');
    }
  // Broken ingredients that no manifest lists are reported as one without a title.
  return [...new Set(broken.size > 0 ? [...titles, ''] : titles)];
}
