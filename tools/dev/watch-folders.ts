import { readdirSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** Time in ms without changes before a report: editors write a file in several steps, tools several files. */
const QUIET_MS = 80;

/**
 * Watches folders recursively, and reports the changed files once no file has changed for a moment. Uses one watcher
 * per folder: on Linux, Node's recursive watcher loses a file that an editor replaces by renaming.
 * @param onChange awaited before the next report
 */
export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #matches: (path: string) => boolean;
  readonly #onChange: (paths: readonly string[]) => Promise<void>;
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isReporting = false;

  constructor(
    folders: readonly string[],
    matches: (path: string) => boolean,
    onChange: (paths: readonly string[]) => Promise<void>,
  ) {
    this.#matches = matches;
    this.#onChange = onChange;
    for (const folder of folders) this.#add(folder);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #add(folder: string): void {
    if (this.#watchers.has(folder)) return;
    const watcher = watch(folder, (event, name) => {
      if (name === null) return;
      if (event === 'rename') this.#addIfFolder(join(folder, name));
      this.#take(join(folder, name));
    });
    watcher.on('error', () => this.#remove(folder));
    this.#watchers.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) this.#add(join(folder, entry.name));
    }
  }

  /** Watches a new folder and reports its files, which a program may have written before the watcher started. */
  #addIfFolder(path: string): void {
    try {
      const entries = readdirSync(path);
      this.#add(path);
      for (const name of entries) this.#take(join(path, name));
    } catch {
      // The path is a file, or a folder that was removed.
      this.#remove(path);
    }
  }

  #remove(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #take(path: string): void {
    if (!this.#matches(path)) return;
    this.#changed.add(path);
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#report(), QUIET_MS);
  }

  async #report(): Promise<void> {
    if (this.#isReporting) return;
    this.#isReporting = true;
    const paths = [...this.#changed];
    this.#changed.clear();
    await this.#onChange(paths);
    this.#isReporting = false;
    if (this.#changed.size > 0) this.#schedule();
  }
}
