import type { ProviderId } from '@packshot/contract';
import { CAPABILITIES } from '../capabilities.ts';
import type { Capability, CapabilityRow } from '../port.ts';

const ENGINES: readonly (readonly [ProviderId, string])[] = [
  ['openai', 'OpenAI-compatible images'],
  ['stability', 'Stability AI'],
  ['comfyui', 'ComfyUI'],
  ['automatic1111', 'AUTOMATIC1111-compatible'],
  ['chat', 'OpenAI-compatible chat'],
];
const TOOLS: readonly (readonly [Capability, string, string])[] = [
  ['remove-background', 'cut-out', '`ENGINE_CUTOUT`'],
  ['product-background', 'background', '`ENGINE_BACKGROUND`'],
  ['text-to-image', 'inspiration', '`ENGINE_INSPIRATION`'],
  ['inpaint', 'magic tool, with a prompt', '`ENGINE_MAGIC`'],
  ['erase', 'magic tool, without one', '`ENGINE_MAGIC`'],
  ['upscale', 'enlarge', '`ENGINE_UPSCALE`'],
  ['relight', 'harmonize', '`ENGINE_HARMONIZE`'],
  ['describe', 'describe', '`ENGINE_DESCRIBE`'],
  ['prompt-assist', 'description to prompt', '`ENGINE_PROMPT`'],
];

/** Generates the table of tools and engines in docs/engines.md. */
export function capabilityTable(): string {
  const head = `| tool | key | ${ENGINES.map(([, name]) => name).join(' | ')} |`;
  const line = `|---|---|${ENGINES.map(() => '---|').join('')}`;
  const rows = TOOLS.map(([capability, tool, key]) => {
    const cells = ENGINES.map(([id]) =>
      formatCell(CAPABILITIES[id].find((row) => row.capability === capability)),
    );
    return `| ${tool} | ${key} | ${cells.join(' | ')} |`;
  });
  return [head, line, ...rows].join('\n');
}

function formatCell(row: CapabilityRow | undefined): string {
  if (row === undefined) return '–';
  const extras = [
    formatSize(row),
    ...(row.takesReference ? ['reference'] : []),
    ...(row.takesSeed ? ['seed'] : []),
    row.costClass.replaceAll('-', ' '),
  ];
  return extras.filter((extra) => extra !== '').join(', ');
}

function formatSize({ capability, sizes, upscaleFactor }: CapabilityRow): string {
  if (capability === 'prompt-assist') return '';
  if (upscaleFactor !== undefined) return `× ${upscaleFactor}`;
  if (sizes.kind === 'listed') return `${sizes.sizes.length} sizes`;
  return `up to ${(sizes.maxPixels / 1e6).toFixed(1)} MP`;
}
