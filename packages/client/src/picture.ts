import { headerOf } from './transport.ts';

/** A picture that was made, and what is known of it. */
export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly jobId: string;
  /** Of the whole job; 0 with a test key. */
  readonly creditsCharged: number;
  /** Of a cut-out: how sure the engine is that nothing is missing and nothing too much, 0 to 1. */
  readonly confidence?: number;
  /** Of a cut-out: the box around the product, in pixels. */
  readonly foreground?: Box;
  /** Of a scene: makes the same picture again. */
  readonly seed?: number;
  /** Identifies everything that was set. */
  readonly recipe?: string;
  /** Opens it in the studio. */
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

/** Reads an answer that is a picture. */
export async function pictureIn(answer: Response): Promise<Picture> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const contentType = answer.headers.get('content-type') ?? '';
  const number = (text: string | undefined): number | undefined => (text === undefined ? text : Number(text));
  const [confidence, seed] = [
    number(headerOf(answer, 'packshot-confidence')),
    number(headerOf(answer, 'packshot-seed')),
  ];
  const foreground = boxIn(headerOf(answer, 'packshot-foreground'));
  const [recipe, editUrl] = [headerOf(answer, 'packshot-recipe'), headerOf(answer, 'packshot-edit-url')];
  return {
    bytes,
    contentType,
    jobId: headerOf(answer, 'packshot-job') ?? '',
    creditsCharged: number(headerOf(answer, 'packshot-credits-charged')) ?? 0,
    ...(confidence !== undefined && { confidence }),
    ...(foreground !== undefined && { foreground }),
    ...(seed !== undefined && { seed }),
    ...(recipe !== undefined && { recipe }),
    ...(editUrl !== undefined && { editUrl }),
    requestId: headerOf(answer, 'x-request-id') ?? '',
    blob: () => new Blob([bytes], { type: contentType }),
  };
}

function boxIn(text: string | undefined): Box | undefined {
  const [x, y, width, height] = (text ?? '').split(',').map(Number);
  return x === undefined || y === undefined || width === undefined || height === undefined
    ? undefined
    : { x, y, width, height };
}
