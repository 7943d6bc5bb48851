export { createCertificate } from './certificate.ts';
export type { CertificateOrder } from './certificate.ts';
export { getSigningAlgorithm, certificatesIn, privateKeyIn, createSigner } from './key-with-certificate.ts';
export type { KeyWithCertificates } from './key-with-certificate.ts';
export { linkOnce } from './link-once.ts';
export { openOwnSigner, ROOT_CERTIFICATE } from './own-signer.ts';
