#!/usr/bin/env node
// Runs in Node 20 too, so it is plain JavaScript; it starts the command in Node 24.
import { spawn, spawnSync } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 24;
/** Path of the Node binary that npm installed as a package for this platform, or undefined without such a package. */
function broughtNode() {
  const name = `node-${process.platform.replace('win32', 'win')}-${process.arch}`;
  try {
    const found = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const node = join(found, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return spawnSync(node, ['--version']).status === 0 ? node : null;
  } catch {
    return null;
  }
}

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
  // Caches compiled code on disk, so that the next start of the command is faster.
  module.enableCompileCache?.();
  await import('../src/main.ts');
} else {
  const node = broughtNode();
  if (node === null) {
    process.stderr.write(
      `packshot needs Node ${NODE_MAJOR}; this is Node ${process.versions.node}, and npm brings none for ${process.platform}-${process.arch}.\n` +
        `Install Node ${NODE_MAJOR} or newer (https://nodejs.org), then run the same command again.\n`,
    );
    process.exit(2);
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // Forwards signals to the child. Ctrl-C in a terminal also reaches the child directly; the child counts both as one
  // signal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`Node ${NODE_MAJOR} could not be started: ${error.message}\n`);
    process.exit(2);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}
