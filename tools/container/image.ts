import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './storage.ts';
import type { ImageStorage } from './storage.ts';

/** Maximum size of the image in bytes. */
export const LARGEST_BYTES = 900e6;

export interface ImageProgram {
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly workingFolder: string;
  readonly healthCheck: readonly string[];
  readonly volumes: readonly string[];
}

interface Inspected {
  readonly Docker: {
    readonly config: {
      readonly User: string;
      readonly Env: readonly string[];
      readonly Cmd: readonly string[];
      readonly WorkingDir: string;
      readonly Volumes: Readonly<Record<string, unknown>> | null;
      readonly Healthcheck?: { readonly Test: readonly string[] };
    };
  };
}

export function readProgram(storage: ImageStorage, image: string): ImageProgram {
  const { config } = (JSON.parse(storage.buildah(['inspect', '--type', 'image', image])) as Inspected).Docker;
  return {
    user: config.User,
    environment: Object.fromEntries(
      config.Env.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
    ),
    command: config.Cmd,
    workingFolder: config.WorkingDir,
    healthCheck: (config.Healthcheck?.Test ?? []).slice(1),
    volumes: Object.keys(config.Volumes ?? {}),
  };
}

/** Disk usage of a folder in bytes; a file with several hard links counts once. */
export const measureSize = (root: string): number =>
  Number(command('du', ['--summarize', '--block-size=1', root]).split('\t')[0]);

/** Names of build tools that must not be in the image, so that an attacker can't use them. */
const BUILD_PROGRAMS = [
  'gcc',
  'cc',
  'g++',
  'make',
  'ld',
  'as',
  'npm',
  'npx',
  'git',
  'python3',
  'curl',
  'wget',
];
const BUILD_PACKAGES = [
  'vite',
  'vitest',
  'typescript',
  'rolldown',
  'oxlint',
  'playwright-core',
  'esbuild',
  'drizzle-kit',
];
const PROGRAM_FOLDERS = ['bin', 'sbin', 'usr/bin', 'usr/sbin', 'usr/local/bin', 'usr/local/sbin'];

export function buildToolsIn(root: string): string[] {
  const programs = PROGRAM_FOLDERS.flatMap((folder) => BUILD_PROGRAMS.map((name) => join(folder, name)));
  const packages = BUILD_PACKAGES.map((name) => join('app/node_modules', name));
  return [...programs, ...packages].filter((path) => existsSync(join(root, path)));
}

/** Files of the app with a setuid or setgid bit, with which an account may gain privileges. */
export const setuidFilesIn = (root: string): string[] =>
  command('find', [join(root, 'app'), '-perm', '/6000', '-type', 'f'])
    .split('\n')
    .filter((path) => path !== '');

/** Processor architectures for which the image has ONNX Runtime libraries. */
export const platformsIn = (root: string): string[] => {
  const folder = join(root, 'app/node_modules/onnxruntime-node/bin');
  return readdirSync(folder).flatMap((version) =>
    readdirSync(join(folder, version)).flatMap((system) =>
      readdirSync(join(folder, version, system)).map((processor) => `${system}/${processor}`),
    ),
  );
};
