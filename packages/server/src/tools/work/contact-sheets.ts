import { createRequire } from 'node:module';
import type { ImageEngine } from '@packshot/image-engine';

/** A cell of a contact sheet: a picture with two lines of text below it. */
export interface SheetCell {
  /** Small version of the picture from our store, or null if it was deleted. */
  readonly picture: Uint8Array | null;
  readonly name: string;
  readonly note: string;
}

/** Heading of every page of a contact sheet. */
export interface SheetHead {
  readonly title: string;
  readonly subtitle: string;
}

/** Page size: A4 portrait, in points of 1/72 inch. */
const PAGE = { width: 595, height: 842, margin: 36 } as const;
const COLUMNS = 5;
const GAP = 10;
const SIDE = (PAGE.width - 2 * PAGE.margin - (COLUMNS - 1) * GAP) / COLUMNS;
const HEAD = 44;
const LINE = 10;
const ROW = SIDE + 3 + 2 * LINE + 9;
const INK = '#1a1a18';
const MUTED = '#5f5d58';
const TITLE_SIZE = 13;
const HEAD_SIZE = 8;
const NAME_SIZE = 7;
/** Pixels per point of the pictures: 180 dpi in the PDF, and 144 in a PNG, which is viewed rather than printed. */
const PDF_SCALE = 2.5;
const PNG_SCALE = 2;
/** Pixels per point of a text line drawn as a picture. */
const LINE_SCALE = 4;

/**
 * Matches scripts that our font lacks: Chinese, Japanese, Korean and other Asian ones. The machine may have a font for
 * them.
 */
const OTHER_SCRIPT =
  /[\u0900-\u10ff\u1100-\u1cff\u2e80-\u9fff\ua000-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{10000}-\u{10ffff}]/u;

/**
 * Path of our font for Western, Greek, Cyrillic, Hebrew and Arabic scripts. Included, because a server may have no
 * fonts installed.
 */
const fontFile = (): string => createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** Creates the service that draws contact sheets. The engine decodes and draws pictures in its own process. */
export function createContactSheets(engine: () => Promise<ImageEngine>) {
  return {
    cellsPerPage: 30,

    /**
     * Generates a PDF of all pages while it is read.
     * @param pages pages of `cellsPerPage` cells each; at least one, which may be empty
     */
    async *pdf(
      head: SheetHead,
      pages: AsyncIterable<readonly SheetCell[]>,
      signal: AbortSignal,
    ): AsyncIterable<Uint8Array> {
      // The PDF library is loaded only when needed, because few processes ever create a PDF.
      const { default: PDFDocument } = await import('pdfkit');
      const document = new PDFDocument({
        size: [PAGE.width, PAGE.height],
        margin: 0,
        autoFirstPage: false,
        font: fontFile(),
        info: { Title: head.title, Creator: 'Packshot' },
      });
      // Yields the bytes that the document has ready, so that a page is sent before the next one starts.
      const ready = function* (): Generator<Uint8Array> {
        for (
          let part = document.read() as Buffer | null;
          part !== null;
          part = document.read() as Buffer | null
        )
          yield part;
      };
      let number = 0;
      for await (const cells of pages) {
        number += 1;
        const files = cells.map(({ picture }) => picture);
        const [drawnLines, written] = partedLines(createLines(head, cells, number));
        const lines = { fontFile: fontFile(), texts: drawnLines.map((line) => scaleLine(line, LINE_SCALE)) };
        const input = { pictures: files, sidePx: Math.round(SIDE * PDF_SCALE), page: null, lines };
        const sheetResult = await (await engine()).run('contact-sheet', input, { signal });
        document.addPage();
        for (const [place, line] of sheetResult.lines.entries()) {
          const at = drawnLines[place];
          if (line === null || at === undefined) continue;
          document.image(Buffer.from(line.file), at.x, at.y, { width: line.widthPx / LINE_SCALE });
        }
        for (const { text, x, y, width, size, color } of written) {
          document.fontSize(size).fillColor(color);
          document.text(oneLine(text), x, y, { width, height: size * 1.3, lineBreak: false, ellipsis: true });
        }
        for (const [place, small] of sheetResult.pictures.entries()) {
          if (small === null) continue;
          const { x, y } = getCellPoint(place);
          document.image(Buffer.from(small.file), x, y, {
            fit: [SIDE, SIDE],
            align: 'center',
            valign: 'center',
          });
        }
        yield* ready();
      }
      document.end();
      for await (const part of document as AsyncIterable<Uint8Array>) yield part;
    },

    /**
     * Draws one page as a PNG.
     * @param number page number, starting at 1
     */
    async png(head: SheetHead, cells: readonly SheetCell[], number: number, signal: AbortSignal) {
      const px = (points: number): number => Math.round(points * PNG_SCALE);
      const page = {
        widthPx: px(PAGE.width),
        heightPx: px(PAGE.height),
        fontFile: fontFile(),
        at: cells.map((_, place) => ({ xPx: px(getCellPoint(place).x), yPx: px(getCellPoint(place).y) })),
        texts: createLines(head, cells, number).map((line) => scaleLine(line, PNG_SCALE)),
      };
      const input = { pictures: cells.map(({ picture }) => picture), sidePx: px(SIDE), page };
      const { page: drawnPage } = await (await engine()).run('contact-sheet', input, { signal });
      if (drawnPage === null) throw new Error('A page was asked for, and none was drawn');
      return drawnPage;
    },
  };
}

/** Draws contact sheets page by page, without keeping earlier pages in memory. */
export type ContactSheets = ReturnType<typeof createContactSheets>;

interface SheetTextLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly color: string;
}

/**
 * Splits lines into those that are drawn as pictures, because our font lacks their script, and those that are written
 * as text.
 */
const partedLines = (
  lines: readonly SheetTextLine[],
): readonly [readonly SheetTextLine[], readonly SheetTextLine[]] => [
  lines.filter(({ text }) => OTHER_SCRIPT.test(text)),
  lines.filter(({ text }) => !OTHER_SCRIPT.test(text)),
];

function scaleLine({ text, x, y, width, size, color }: SheetTextLine, scale: number) {
  const px = (points: number): number => Math.round(points * scale);
  return { text, xPx: px(x), yPx: px(y), widthPx: px(width), sizePx: px(size), color };
}

const getCellPoint = (place: number): { x: number; y: number } => ({
  x: PAGE.margin + (place % COLUMNS) * (SIDE + GAP),
  y: PAGE.margin + HEAD + Math.floor(place / COLUMNS) * ROW,
});

function createLines(
  { title, subtitle }: SheetHead,
  cells: readonly SheetCell[],
  number: number,
): SheetTextLine[] {
  const width = PAGE.width - 2 * PAGE.margin;
  const top = PAGE.margin;
  return [
    { text: title, x: PAGE.margin, y: top, width: width - 60, size: TITLE_SIZE, color: INK },
    { text: subtitle, x: PAGE.margin, y: top + 19, width, size: HEAD_SIZE, color: MUTED },
    {
      text: `Page ${number}`,
      x: PAGE.width - PAGE.margin - 50,
      y: top + 4,
      width: 50,
      size: HEAD_SIZE,
      color: MUTED,
    },
    ...cells.flatMap(({ name, note }, place): SheetTextLine[] => {
      const { x, y } = getCellPoint(place);
      const under = { x, width: SIDE, size: NAME_SIZE };
      return [
        { ...under, text: name, y: y + SIDE + 3, color: INK },
        { ...under, text: note, y: y + SIDE + 3 + LINE, color: MUTED },
      ];
    }),
  ];
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
