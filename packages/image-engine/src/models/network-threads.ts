let most: number | undefined;

/** Limits the number of threads of networks that this process opens from now on. */
export function limitNetworkThreads(count: number): void {
  most = count;
}

/** Threads per network; undefined for as many as the machine has cores. */
export const networkThreads = (): number | undefined => most;
