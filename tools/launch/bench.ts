// npm run bench                    every benchmark in tools/bench
// npm run bench -- cutout          one of them
// npm run bench -- --write         and put the figures into docs/benchmarks.md
//
// A benchmark is a program tools/bench/NAME.ts that prints Markdown on stdout and its progress on stderr. A file
// there that exports something is not a program but a part of one.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { replaceSection } from './markdown-section.ts';
import { ROOT } from './settings.ts';

const FOLDER = join(ROOT, 'tools', 'bench');
const DOCUMENT = join(ROOT, 'docs', 'benchmarks.md');

/** Where the figures come from: without it they mean nothing. */
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

function run(name: string): Promise<string> {
  const child = spawn(process.execPath, [join(FOLDER, `${name}.ts`)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
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
const existing = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(file))
  .filter((file) => !/^export /m.test(readFileSync(join(FOLDER, file), 'utf8')))
  .map((file) => file.slice(0, -'.ts'.length));
const asked = args.filter((arg) => arg !== '--write');
const unknown = asked.filter((name) => !existing.includes(name));
if (unknown.length > 0 || existing.length === 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${existing.join(', ') || 'none'}`);
  process.exit(1);
}

for (const name of asked.length > 0 ? asked : existing) {
  const where = machine();
  console.log(`\n## ${name}\n\n${where}\n`);
  const output = await run(name);
  if (!args.includes('--write')) continue;
  writeFileSync(DOCUMENT, replaceSection(readFileSync(DOCUMENT, 'utf8'), name, `${where}\n\n${output}`));
  console.error(`\nWritten to docs/benchmarks.md, section ${name}.`);
}
