/** What the tools for agents need of whatever makes pictures: the server's use cases, the engine on this machine, or a server by its API. */
import type { ApiScope, TaskTool, V1Job, V1JobStatus, V1Result } from '@packshot/contract';
import type { Report } from '@packshot/contract/provenance/credentials-report';
import type { PictureSource, PictureSources } from './picture-source.ts';

/** A tool's work, in the words of the public API. */
export interface Order {
  readonly tool: TaskTool;
  /** By their names in the API. */
  readonly pictures: Readonly<Record<string, PictureSource>>;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface RunOptions {
  /** The same order with the same key is made once. Absent: it costs nothing, and may be made again. */
  readonly idempotencyKey?: string;
  /** What was agreed on. */
  readonly credits: number;
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** Pictures of a small machine's work lie in a folder; those of a server have addresses. */
export type StudioResult = V1Result & { readonly path?: string };

export interface StudioJob extends Pick<V1Job, 'id' | 'tool' | 'progress' | 'credits_charged'> {
  readonly status: V1JobStatus;
  readonly results: readonly StudioResult[];
  readonly error?: { readonly code: string; readonly detail: string } | undefined;
}

export interface StartedWork {
  readonly job: StudioJob;
  /** True when this was ordered before: nothing new was made or charged. */
  readonly isReplay: boolean;
}

/** What a picture is, from its pixels and its header. */
export interface SeenPicture {
  readonly mediaType: string;
  readonly bytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasTransparency: boolean;
  /** What is not transparent; null where everything is, or nothing. */
  readonly product: PixelBox | null;
  readonly preview: Preview | null;
}

interface PixelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A small picture to show to a model. */
export interface Preview {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** How a picture stands before it is published. */
export interface CheckedPicture extends SeenPicture {
  /** Of the pixels along the sides: how many are exactly white, 0 to 1. */
  readonly whiteEdge: number;
  /** What its Content Credentials say. */
  readonly report: Report;
  /** IPTC digital source type, by what the file states; null: nothing but that it is a photo. */
  readonly sourceType: string | null;
}

export interface ExportSettings {
  readonly format: 'png' | 'jpeg' | 'webp';
  /** Of the longer side; a smaller picture stays as it is. */
  readonly longestSidePx?: number;
  /** Around the product, as a share of its own sides. */
  readonly margin?: number;
  /** `#rrggbb` under what is transparent. */
  readonly ground?: string;
}

export interface ExportedPicture {
  readonly bytes: number;
  readonly mediaType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** How the picture is named in further calls. */
  readonly resource: string;
  readonly address?: string;
  readonly path?: string;
}

/** A picture that is kept for further calls. */
export interface KeptPicture {
  readonly resource: string;
  readonly mediaType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bytes: number;
}

export interface StudioSet {
  readonly id: string;
  readonly title: string;
  readonly keywords: readonly string[];
}

export interface StudioFigures {
  readonly calls: number;
  readonly errors: number;
  readonly credits: number;
  readonly byTool: readonly {
    readonly tool: string | null;
    readonly calls: number;
    readonly credits: number;
  }[];
}

export type Obstacle = 'OUT_OF_CREDITS' | 'KEY_CEILING_REACHED';

export interface Studio extends PictureSources {
  /** Whether work costs credits, so that a quote comes before it. */
  readonly hasPrices: boolean;
  /** Whose quotes are whose. */
  readonly holder: string;
  /** What may be called. Throws Refusal without any of these scopes. */
  assertMay(...scopes: readonly ApiScope[]): void;
  /** Of an order whose pictures are named by what may change: the hash of each. Absent: names stand for their contents. */
  hashContents?(order: Order): Promise<Readonly<Record<string, string>>>;
  /** What an order costs now. Throws Refusal for one that is wrong in itself. */
  price(order: Order): Promise<number>;
  /** Why so many credits could not be spent now; null: they could, or nobody knows. */
  obstacleTo(credits: number): Promise<Obstacle | null>;
  /** Waits for the work, for as long as an answer may take. */
  run(order: Order, options: RunOptions): Promise<StartedWork>;
  job(id: string): Promise<StudioJob>;
  preview(job: StudioJob, index: number): Promise<Preview | null>;
  look(picture: PictureSource, signal: AbortSignal): Promise<SeenPicture>;
  check(picture: PictureSource, signal: AbortSignal): Promise<CheckedPicture>;
  export(picture: PictureSource, settings: ExportSettings, signal: AbortSignal): Promise<ExportedPicture>;
  keep(picture: PictureSource, signal: AbortSignal): Promise<KeptPicture>;
  sets(): Promise<readonly StudioSet[]>;
  setPicture(id: string): Promise<Preview | null>;
  /** Asked only where work has prices. */
  usage(days: number): Promise<StudioFigures>;
  /** The bytes of a result; null when there are more than so many. Throws Refusal. */
  readResult(jobId: string, index: number, maxBytes: number): Promise<Preview | null>;
  /** Hears of what nobody expected; the agent gets a sentence without it. */
  onFault(error: unknown): void;
}
