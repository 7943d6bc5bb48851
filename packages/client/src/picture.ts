import { badAnswer, readPictureBytes } from './read-answer.ts';
import { getHeader } from './transport.ts';

export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly jobId: string;
  /** Credits charged for the whole job; 0 with a test key. */
  readonly creditsCharged: number;
  /**
   * Confidence that the cut-out isn't missing any part of the product and contains nothing else, 0 to 1; set only for
   * cut-outs.
   */
  readonly confidence?: number;
  /** Bounding box of the product, in pixels; set only for cut-outs. */
  readonly foreground?: Box;
  /** Seed that reproduces the picture; set only for scenes. */
  readonly seed?: number;
  /** Hash that identifies all settings of the picture. */
  readonly recipe?: string;
  /** Address that opens the picture in the web app. */
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
 * Reads a picture and its facts from a response.
 * @throws PackshotError BAD_ANSWER if the response isn't a valid picture
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
