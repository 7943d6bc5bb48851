import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface TcpGate {
  readonly port: number;
  /** Simulates a pulled cable: existing connections transfer no more data, and neither end notices. */
  stall(): void;
  /** Cuts every connection and refuses new ones. */
  shut(): Promise<void>;
  /** Lets connections through again after `shut`, on the same port. */
  open(): Promise<void>;
}

/**
 * Starts a proxy between a process and a local server. The proxy can make the server unreachable for that process
 * only.
 */
export async function startTcpGate(to: { host: string; port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to.port, to.host);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => into.destroy());
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
      from.pipe(into);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    stall() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async shut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: () => listen(port),
  };
}
