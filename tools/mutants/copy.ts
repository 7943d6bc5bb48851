import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * Folders under packages that are copied, because faults are inserted into the copies; the other folders are linked.
 */
export const COPIED_PACKAGES: readonly string[] = [
  'cli',
  'client',
  'contract',
  'image-engine',
  'mcp',
  'server',
  'web',
];
const NOT_COPIED = ['node_modules', 'dist', 'assets'];
const LEFT_OUT = ['.git', '.packshot', 'packages', 'node_modules'];

/**
 * Copies the packages' sources to a temporary folder and links everything else. Faults are inserted into the copies,
 * so that none remains in the checkout, however a run ends.
 */
export async function copySources(root: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-mutants-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await linkEntries(root, folder, LEFT_OUT);
    await linkEntries(join(root, 'packages'), join(folder, 'packages'), COPIED_PACKAGES);
    for (const name of COPIED_PACKAGES)
      await copyPackage(join(root, 'packages', name), join(folder, 'packages', name));
    // Creates `node_modules/@packshot` anew, because Node finds our packages through it, and it must lead to the
    // copies.
    await linkEntries(join(root, 'node_modules'), join(folder, 'node_modules'), ['@packshot', '.vite']);
    const ours = join(folder, 'node_modules', '@packshot');
    await mkdir(ours);
    for (const name of await readdir(join(folder, 'packages')))
      await symlink(join(folder, 'packages', name), join(ours, name));
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function copyPackage(from: string, to: string): Promise<void> {
  const entries = await readdir(from).catch(() => null);
  if (entries === null) return;
  await cp(from, to, {
    recursive: true,
    filter: (path) => !NOT_COPIED.includes(basename(path)),
  });
  // Links the assets, because they are large and no faults are inserted into them.
  if (entries.includes('assets')) await symlink(join(from, 'assets'), join(to, 'assets'));
  if (entries.includes('node_modules'))
    await linkEntries(join(from, 'node_modules'), join(to, 'node_modules'), ['.vite']);
}

async function linkEntries(from: string, to: string, leftOut: readonly string[]): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (!leftOut.includes(name)) await symlink(join(from, name), join(to, name));
  }
}
