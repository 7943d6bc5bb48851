// Development server of `npm run dev`: HOST, PORT and API_PORT set the addresses, and VITE_CACHE the folder of compiled
// dependencies.
import { dirname } from 'node:path';
import { createServer } from 'vite';
import { devPage } from './dev-page.ts';

const { HOST, PORT, API_PORT, VITE_CACHE } = process.env;
const server = await createServer({
  root: dirname(import.meta.dirname),
  clearScreen: false,
  ...(VITE_CACHE !== undefined && { cacheDir: VITE_CACHE }),
  plugins: [devPage(`http://127.0.0.1:${API_PORT ?? ''}`)],
  server: { host: HOST ?? '127.0.0.1', port: Number(PORT), strictPort: true },
});
await server.listen();
process.send?.({ type: 'listening' });

const end = () => process.exit(0);
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, end);
