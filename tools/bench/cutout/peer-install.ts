import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PEER_VERSION = '1.4.5';
/** The newest sharp that its code works with; the one it declares fetches its binary from elsewhere when installed. */
const SHARP_VERSION = '0.35.5';

/**
 * The compared package with the ONNX Runtime that it declares (1.17.3), installed once into `folder`. Install scripts
 * are not run: the runtime's CPU library is in its package.
 */
export function installPeer(folder: string): string {
  if (existsSync(join(folder, 'node_modules/@imgly/background-removal-node/package.json'))) return folder;
  mkdirSync(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { '@imgly/background-removal-node': PEER_VERSION },
    overrides: { sharp: SHARP_VERSION },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 1));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}
