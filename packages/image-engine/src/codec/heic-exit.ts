/** Exit codes by which the HEIC process tells its parent why there is no picture. */
export const HEIC_EXIT = { corrupt: 10, tooManyPixels: 11 } as const;
