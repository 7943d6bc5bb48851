import { badAnswer, readPictureBytes } from './read-answer.ts';
import { getHeader } from './transport.ts';

/** Finished picture with its facts. */
export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly jobId: string;
  /** Credits charged for the whole job; 0 with a test key. */
  readonly creditsCharged: number;
  /** Only for cut-outs: confidence that no part is missing or superfluous, 0 to 1. */
  readonly confidence?: number;
  /** Only for cut-outs: bounding box of the product, in pixels. */
  readonly foreground?: Box;
  /** Only for scenes: seed that reproduces the picture. */
  readonly seed?: number;
  /** Identifies all settings. */
  readonly recipe?: string;
  /** Address that opens it in the studio. */
  readonly editUrl?: string;
  readonly requestId: string;
  readonly blob: () => Blob;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Reads a picture from a response.
 * @throws PackshotError BAD_ANSWER
 */
export async function pictureIn(answer: Response): Promise<Picture> {
  const bytes = await readPictureBytes(answer);
  const contentType = answer.headers.get('content-type') ?? '';
  const number = (text: string | undefined): number | undefined => {
    if (text === undefined) return undefined;
    if (!isNumber(text)) throw badAnswer(answer, NO_NUMBER);
    return Number(text);
  };
  const [confidence, seed] = [
    number(getHeader(answer, 'packshot-confidence')),
    number(getHeader(answer, 'packshot-seed')),
  ];
  const foreground = boxIn(answer);
  const [recipe, editUrl] = [getHeader(answer, 'packshot-recipe'), getHeader(answer, 'packshot-edit-url')];
  return {
    bytes,
    contentType,
    jobId: getHeader(answer, 'packshot-job') ?? '',
    creditsCharged: number(getHeader(answer, 'packshot-credits-charged')) ?? 0,
    ...(confidence !== undefined && { confidence }),
    ...(foreground !== undefined && { foreground }),
    ...(seed !== undefined && { seed }),
    ...(recipe !== undefined && { recipe }),
    ...(editUrl !== undefined && { editUrl }),
    requestId: getHeader(answer, 'x-request-id') ?? '',
    blob: () => new Blob([bytes], { type: contentType }),
  };
}

const NO_NUMBER = 'The server answered with a picture whose headers are none of this API.';
const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

function boxIn(answer: Response): Box | undefined {
  const text = getHeader(answer, 'packshot-foreground');
  if (text === undefined) return undefined;
  const parts = text.split(',');
  const [x, y, width, height] = parts.map(Number);
  if (
    !parts.every(isNumber) ||
    x === undefined ||
    y === undefined ||
    width === undefined ||
    height === undefined
  )
    throw badAnswer(answer, NO_NUMBER);
  return { x, y, width, height };
}
