// npm run bench                    runs every benchmark in tools/bench, one after another
// npm run bench -- cutout          runs one of them
// npm run bench -- --write         also writes the figures to docs/benchmarks.md
// npm run bench -- catalog-whole --photos 100   passes the options after a single name to that benchmark
//
// A benchmark is a program tools/bench/NAME.ts that prints Markdown to stdout and its progress to stderr.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { BENCHMARK_DOCUMENT, benchmarkNames, benchmarkProgram } from './benchmark-list.ts';
import { replaceSection } from './markdown-section.ts';
import { ROOT } from './settings.ts';

const END_WITH_PARENT = join(import.meta.dirname, 'end-with-parent.mjs');

/** Describes the machine, because the figures mean nothing without it. */
function machine(): string {
  const [processor] = cpus();
  return [
    `${processor?.model.trim() ?? process.arch}, ${String(cpus().length)} cores`,
    `${(totalmem() / 2 ** 30).toFixed(0)} GB`,
    `Node ${process.versions.node}`,
    `load ${loadavg()[0]?.toFixed(1) ?? '?'} at the start`,
    new Date().toISOString().slice(0, 10),
  ].join(' · ');
}

function run(name: string, options: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, benchmarkProgram(name), ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output.trim());
      else reject(new Error(`The benchmark ${name} failed (code ${String(code)})`));
    });
  });
}

const args = process.argv.slice(2);
const existing = benchmarkNames();
const benchArgs = args.filter((arg) => arg !== '--write');
const optionsFrom = benchArgs.findIndex((arg) => arg.startsWith('--'));
const [requestedNames, options] =
  optionsFrom < 0 ? [benchArgs, []] : [benchArgs.slice(0, optionsFrom), benchArgs.slice(optionsFrom)];
if (options.length > 0 && requestedNames.length !== 1) {
  console.error('Options are for one benchmark: name it.');
  process.exit(1);
}
const unknown = requestedNames.filter((name) => !existing.includes(name));
if (unknown.length > 0 || existing.length === 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${existing.join(', ') || 'none'}`);
  process.exit(1);
}

const names = requestedNames.length > 0 ? requestedNames : existing;
if (names.length > 1) console.error(`In this order: ${names.join(', ')}.`);
const failed: string[] = [];
for (const [index, name] of names.entries()) {
  const where = machine();
  const startedMs = performance.now();
  console.error(`\n${name}, ${index + 1} of ${names.length}`);
  console.log(`\n## ${name}\n\n${where}\n`);
  try {
    const output = await run(name, options);
    console.error(`\n${name} took ${((performance.now() - startedMs) / 60_000).toFixed(1)} min.`);
    // A benchmark that can't run on this machine prints no results; its figures in the document stay.
    if (!args.includes('--write') || output === '') continue;
    const document = readFileSync(BENCHMARK_DOCUMENT, 'utf8');
    writeFileSync(BENCHMARK_DOCUMENT, replaceSection(document, name, `${where}\n\n${output}`));
    console.error(`Written to docs/benchmarks.md, section ${name}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    failed.push(name);
  }
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}
