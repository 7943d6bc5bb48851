export const FORMATS = ['png', 'jpeg', 'webp', 'avif'] as const;
export type Format = (typeof FORMATS)[number];
