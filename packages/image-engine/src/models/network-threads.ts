let most: number | undefined;

/** For networks that are opened from now on in this process. */
export function limitNetworkThreads(count: number): void {
  most = count;
}

/** Undefined: as many as the machine has cores. */
export const networkThreads = (): number | undefined => most;
