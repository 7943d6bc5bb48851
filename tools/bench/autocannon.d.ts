/** The part of autocannon 9 that the benchmarks use; the package brings no types. */
declare module 'autocannon' {
  export interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Requests a second over all connections; latencies then count from when a request was due. */
    overallRate: number;
    /** Each connection sends them in turn, over and over. */
    requests: { method: 'GET'; path: string; headers?: Record<string, string> }[];
  }
  export interface Result {
    /** Milliseconds. */
    latency: { p50: number; p99: number; max: number };
    requests: { total: number };
    /** Connections that failed, and answers other than 2xx. */
    errors: number;
    non2xx: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
