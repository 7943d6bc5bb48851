/** Backend of the tools for agents: the server's use cases, the local engine, or a server's API. */
import type { ApiScope, TaskTool, V1Job, V1JobStatus, V1Result } from '@packshot/contract';
import type { Report } from '@packshot/contract/provenance/credentials-report';
import type { PictureSource, PictureSources } from './picture-source.ts';

/** Work for a tool, in the public API's format. */
export interface Order {
  readonly tool: TaskTool;
  /** Pictures by their names in the API. */
  readonly pictures: Readonly<Record<string, PictureSource>>;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface RunOptions {
  /** Repeating an order with the same key has no further effect. Missing for free orders, which may be repeated. */
  readonly idempotencyKey?: string;
  /** Credits of the quote. */
  readonly credits: number;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** Local results have paths; those of a server have addresses. */
export type StudioResult = V1Result & { readonly path?: string };

export interface StudioJob extends Pick<V1Job, 'id' | 'tool' | 'progress' | 'credits_charged'> {
  readonly status: V1JobStatus;
  readonly results: readonly StudioResult[];
  readonly error?: { readonly code: string; readonly detail: string } | undefined;
}

export interface StartedWork {
  readonly job: StudioJob;
  /** True if it was ordered before: this call made and charged nothing. */
  readonly isReplay: boolean;
}

/** Facts about a picture from its pixels and header. */
export interface SeenPicture {
  readonly mediaType: string;
  readonly bytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasTransparency: boolean;
  /** Bounding box of the opaque pixels, or null if all or none are opaque. */
  readonly product: PixelBox | null;
  readonly preview: Preview | null;
}

interface PixelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Small picture to show to a model. */
export interface Preview {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** Facts about a picture before it is published. */
export interface CheckedPicture extends SeenPicture {
  /** Share of exactly white pixels along the edges, 0 to 1. */
  readonly whiteEdge: number;
  /** Report about its Content Credentials. */
  readonly report: Report;
  /** IPTC digital source type stated by the file; null if it states nothing, or only a photo. */
  readonly sourceType: string | null;
}

export interface AgentExportSettings {
  readonly format: 'png' | 'jpeg' | 'webp';
  /** Limit of the longer side; smaller pictures keep their size. */
  readonly longestSidePx?: number;
  /** Margin around the product, as a share of its sides. */
  readonly margin?: number;
  /** Background `#rrggbb` of transparent pixels. */
  readonly ground?: string;
}

export interface ExportedPicture {
  readonly bytes: number;
  readonly mediaType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Reference to the picture for further calls. */
  readonly resource: string;
  readonly address?: string;
  readonly path?: string;
}

/** Picture stored for further calls. */
export interface KeptPicture {
  readonly resource: string;
  readonly mediaType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bytes: number;
}

export interface StudioSetSummary {
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

export interface AgentBackend extends PictureSources {
  /** Whether work costs credits and needs a quote first. */
  readonly hasPrices: boolean;
  /** Owner of the quotes. */
  readonly holder: string;
  /**
   * Checks permissions.
   * @throws Refusal if the key has none of these scopes
   */
  assertMay(...scopes: readonly ApiScope[]): void;
  /** Hash of each picture, for orders whose references may change. Missing if references identify contents. */
  hashContents?(order: Order): Promise<Readonly<Record<string, string>>>;
  /**
   * Current price of an order.
   * @throws Refusal for an invalid order
   */
  price(order: Order): Promise<number>;
  /** Reason why these credits can't be spent now; null if they can, or it is unknown. */
  obstacleTo(credits: number): Promise<Obstacle | null>;
  /** Starts the work and waits as long as an answer may take. */
  run(order: Order, options: RunOptions): Promise<StartedWork>;
  job(id: string): Promise<StudioJob>;
  preview(job: StudioJob, index: number): Promise<Preview | null>;
  look(picture: PictureSource, signal: AbortSignal): Promise<SeenPicture>;
  check(picture: PictureSource, signal: AbortSignal): Promise<CheckedPicture>;
  export(
    picture: PictureSource,
    settings: AgentExportSettings,
    signal: AbortSignal,
  ): Promise<ExportedPicture>;
  keep(picture: PictureSource, signal: AbortSignal): Promise<KeptPicture>;
  sets(): Promise<readonly StudioSetSummary[]>;
  setPicture(id: string): Promise<Preview | null>;
  /** Called only if work has prices. */
  usage(days: number): Promise<StudioFigures>;
  /**
   * Bytes of a result, or null if there are more than `maxBytes`.
   * @throws Refusal
   */
  readResult(jobId: string, index: number, maxBytes: number): Promise<Preview | null>;
  /** Receives unexpected errors; the agent gets a message without details. */
  onFault(error: unknown): void;
}
