/** Exit codes by which the HEIC process reports why it couldn't decode. */
export const HEIC_EXIT = { corrupt: 10, tooManyPixels: 11, unsupported: 12 } as const;
