/**
 * Reads text with Tesseract in its own process (tesseract.js: the original compiled to WebAssembly, in a
 * thread of this process). Everything comes from installed packages: no network, and nothing is written to
 * disk. It exits with its parent.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM, PSM } from 'tesseract.js';
import type { Page, Worker } from 'tesseract.js';
import type { ReadAnswer, ReadLine, ReadRequest } from './ocr-messages.ts';

/** Integer weights: a quarter of the size, and as good on print as the others. */
const DATA_FOLDER = '4.0.0_best_int';

const langPath = join(
  dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
  DATA_FOLDER,
);

async function open(): Promise<Worker> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, { langPath, gzip: true, cacheMethod: 'none' });
  await worker.setParameters({
    // Text on a product is scattered, not in columns.
    tessedit_pageseg_mode: PSM.SPARSE_TEXT,
    // Without it Tesseract guesses from the picture, and prints a warning.
    user_defined_dpi: '150',
  });
  return worker;
}

/** Encodes a portable gray map, the simplest format that Tesseract reads. */
function asPgm({ data, widthPx, heightPx }: ReadRequest): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${widthPx} ${heightPx}\n255\n`, 'latin1'), data]);
}

function linesOf({ blocks }: Page): ReadLine[] {
  return (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .map(({ words }) =>
      words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => {
        return { text, confidence, xPx: x0, yPx: y0, widthPx: x1 - x0, heightPx: y1 - y0 };
      }),
    );
}

const opening = open();

async function answer(request: ReadRequest): Promise<ReadAnswer> {
  const { id } = request;
  try {
    const { data } = await (await opening).recognize(asPgm(request), {}, { text: false, blocks: true });
    return { id, lines: linesOf(data) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (request: ReadRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
