/** Exit codes by which the decoder processes report why they couldn't decode a file. */
export const HEIC_EXIT = { corrupt: 10, tooManyPixels: 11, unsupported: 12 } as const;
