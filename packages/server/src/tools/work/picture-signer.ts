/** Who signs Content Credentials. */
interface PictureSigner {
  readonly algorithm: 'es256' | 'es384' | 'ps256' | 'ed25519';
  /** DER: its own certificate, then those between it and a root. */
  readonly certificates: readonly Uint8Array[];
  /** Of an RSA key: its length. */
  readonly rsaBytes?: number | undefined;
  /** What its files are known by: the PEM of whoever issued its certificate, and its number where they issue to others, too. */
  readonly knownBy: { readonly issuer: string | null; readonly serialNumber: string | null };
  /** ECDSA as r and s, one after the other. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** The signer of this moment: certificates are renewed. Throws when there is none that is valid. */
export type PresentSigner = () => PictureSigner;
