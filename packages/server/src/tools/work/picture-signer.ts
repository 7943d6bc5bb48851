/** Signer of Content Credentials. */
interface CredentialsSigner {
  readonly algorithm: 'es256' | 'es384' | 'ps256' | 'ed25519';
  /** DER: its own certificate, then the intermediate ones up to a root. */
  readonly certificates: readonly Uint8Array[];
  /** Length of an RSA key. */
  readonly rsaBytes?: number | undefined;
  /** Recognizes files of this signer: PEM of the certificate's issuer, and its serial number if the issuer also serves others. */
  readonly knownBy: { readonly issuer: string | null; readonly serialNumber: string | null };
  /** Returns ECDSA signatures as r followed by s. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Returns the current signer, because certificates are renewed. Throws without a valid one. */
export type PresentSigner = () => CredentialsSigner;
