/** Exit codes of the HEIC process that say why there is no picture. */
export const HEIC_EXIT = { corrupt: 10, tooManyPixels: 11, unsupported: 12 } as const;
