/** What the codes of the standard's reader mean for a file. Sources: C2PA 2.2, chapter 15; CAWG Identity Assertion 1.1, chapter 7. */

/** What became of a signature. */
export type Verdict =
  /** As it was signed, by this installation: its root is the only one that the page trusts. */
  | 'own'
  /** As it was signed; nobody vouches for who signed it. */
  | 'intact'
  /** As it was signed, with a certificate that does not hold: it has ended, or was taken back. */
  | 'unsound'
  /** Something was changed after it was signed. */
  | 'changed'
  /** There is something that no program can read. */
  | 'damaged'
  | 'none';

/** What lies around a file's credentials, which no signature covers: names and sizes of boxes, and their place in the file. */
export type Envelope =
  /** As programs write it. */
  | 'sound'
  /** So, with fields beside the signature that the standard has no name for. */
  | 'filled'
  /** Something was changed, or only a part of it is there. */
  | 'broken'
  /** There are no credentials in the file. */
  | 'none';

/** Codes of one manifest. */
export interface Codes {
  readonly success: readonly string[];
  readonly failure: readonly string[];
}

/** What says only who has signed, or who is named, and nothing about the picture. */
export const SAYS_WHO = /^(?:signingCredential|timeStamp|cawg)\./;

/** About the certificate, beyond that nobody vouches for it: it has ended, or was taken back, or is none for pictures. */
export const isOfCertificate = (code: string): boolean => /^signingCredential\.(?!untrusted$)/.test(code);
/** About who is named as a person or an account: to check that, others would have to be asked. */
const NAMES_SOMEBODY = /^cawg\./;
const NOBODY_VOUCHES = 'signingCredential.untrusted';
const PICTURE_MATCHES = /^assertion\.(?:dataHash|bmffHash|boxesHash|multiAssetHash)\.match$/;

/**
 * Whether the credentials hold. The reader's own word counts people that it could not look up, and credentials of pictures that were put in:
 * where nothing else failed, and both signature and picture were found to match, the file is as it was signed. A certificate that has ended is no
 * change of the file.
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

/** Whether it names a person or an account, which could not be confirmed. */
export const namesUnconfirmed = ({ failure }: Codes): boolean =>
  failure.some((code) => NAMES_SOMEBODY.test(code));

/** Of a picture that others were put into. */
export interface MadeFrom {
  readonly ingredients: readonly {
    readonly title?: string | null | undefined;
    readonly label?: string | null | undefined;
    /** What was found of it when it was put in. */
    readonly failure: readonly string[];
  }[];
}

/** What is found of an ingredient now. */
export interface Delta {
  readonly ingredientAssertionURI: string;
  readonly failure: readonly string[];
}

const isBroken = (codes: readonly string[]): boolean => codes.some((code) => !SAYS_WHO.test(code));

/** Titles of the pictures whose own credentials do not hold, now or when they were put in, each once; '' for one without. */
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
  // What is broken may have lost its description.
  return [...new Set(broken.size > 0 ? [...titles, ''] : titles)];
}
