import { networkInterfaces } from 'node:os';
import { freePorts, isPortFree } from './free-port.ts';
import { LaunchError } from './launch-error.ts';
import type { LaunchSettings } from './settings.ts';

/** Number of ports that are tried, from the default port on. */
const PORTS_TRIED = 20;

export async function choosePort(settings: LaunchSettings): Promise<number> {
  const { requestedPort, defaultPort, host } = settings;
  if (requestedPort === 0) {
    await canListen(0, host);
    return (await freePorts(1))[0] ?? 0;
  }
  if (requestedPort !== null) {
    if (await canListen(requestedPort, host)) return requestedPort;
    throw new LaunchError(
      `Port ${String(requestedPort)} is in use by another program (or not allowed to this user).\n` +
        'Stop that program, or choose another one: PORT=3100 npm start',
    );
  }
  for (let port = defaultPort; port < defaultPort + PORTS_TRIED; port++) {
    if (await canListen(port, host)) return port;
  }
  throw new LaunchError(
    `The ports ${String(defaultPort)} to ${String(defaultPort + PORTS_TRIED - 1)} are all in use. Choose one: PORT=8080 npm start`,
  );
}

async function canListen(port: number, host: string): Promise<boolean> {
  try {
    return await isPortFree(port, host);
  } catch (cause) {
    const { code = String(cause) } = cause as NodeJS.ErrnoException;
    throw new LaunchError(
      `HOST is ${host}, on which this machine cannot listen (${code}): 127.0.0.1 is this machine alone, 0.0.0.0 every interface.`,
      { cause },
    );
  }
}

export function localUrl(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${String(port)}`;
}

/** Addresses to show: `localhost`, and those on the network if the server listens on all; or only the given host. */
export function shownUrls(host: string, port: number): string[] {
  const isLoopback = host === '127.0.0.1' || host === 'localhost' || host === '::1';
  if (isLoopback) return [`http://localhost:${String(port)}`];
  if (host !== '0.0.0.0' && host !== '::') return [localUrl(host, port)];
  const network = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => address.family === 'IPv4' && !address.internal)
    .map((address) => `http://${address.address}:${String(port)}`);
  return [`http://localhost:${String(port)}`, ...network];
}

/** Puts lines in a frame, for the one message that the user must not miss. */
export function frameLines(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const rows = lines.map((line) => `  │  ${line.padEnd(width)}  │`);
  const bar = '─'.repeat(width + 4);
  return [`  ╭${bar}╮`, ...rows, `  ╰${bar}╯`].join('\n');
}
