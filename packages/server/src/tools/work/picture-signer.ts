interface CredentialsSigner {
  readonly algorithm: 'es256' | 'es384' | 'ps256' | 'ed25519';
  /** Certificates in DER: the signer's own, then the intermediate ones up to a root. */
  readonly certificates: readonly Uint8Array[];
  /** Length of an RSA key in bytes; undefined for other keys. */
  readonly rsaBytes?: number | undefined;
  /**
   * Data by which files of this signer are recognized: PEM of the certificate's issuer, and the certificate's serial
   * number if the issuer also signs for others.
   */
  readonly knownBy: { readonly issuer: string | null; readonly serialNumber: string | null };
  /** Signs bytes. An ECDSA signature is returned as r followed by s. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Returns the current signer, because certificates are renewed. Throws without a valid one. */
export type PresentSigner = () => CredentialsSigner;
