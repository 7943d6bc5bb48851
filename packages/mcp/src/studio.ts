/** Backend of the tools for agents: one of the server's use cases, the local engine, or a server's API. */
import type { ApiScope, TaskTool, V1Job, V1JobStatus, V1Result } from '@packshot/contract';
import type { Report } from '@packshot/contract/provenance/credentials-report';
import type { PictureSource, PictureSources } from './picture-source.ts';

/** Work that an agent orders from a tool, in the public API's format. */
export interface Order {
  readonly tool: TaskTool;
  /** Input pictures by their parameter names in the API. */
  readonly pictures: Readonly<Record<string, PictureSource>>;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface RunOptions {
  /**
   * Key that makes repeating the order harmless: a repeated order with the same key starts and charges nothing.
   * Missing for free orders, which may be repeated.
   */
  readonly idempotencyKey?: string;
  readonly credits: number;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/** Result of a job. Results on this machine have paths; results of a server have addresses. */
export type StudioResult = V1Result & { readonly path?: string };

export interface StudioJob extends Pick<V1Job, 'id' | 'tool' | 'progress' | 'credits_charged'> {
  readonly status: V1JobStatus;
  readonly results: readonly StudioResult[];
  readonly error?:
    | { readonly code: string; readonly detail: string; readonly param?: string | undefined }
    | undefined;
}

export interface StartedWork {
  readonly job: StudioJob;
  /** True if an earlier call had ordered the same work; this call then made and charged nothing. */
  readonly isReplay: boolean;
}

/** Facts about a picture, from its pixels and header. */
export interface SeenPicture {
  readonly mediaType: string;
  readonly bytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasTransparency: boolean;
  /** Bounding box of the visible pixels; null without transparency or if nothing is visible. */
  readonly product: PixelBox | null;
  readonly preview: Preview | null;
}

interface PixelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Preview {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

export interface CheckedPicture extends SeenPicture {
  /** Share of the pixels along the edges that are exactly white, 0 to 1. */
  readonly whiteEdge: number;
  readonly report: Report;
  /** IPTC digital source type in the file's metadata; null if it is missing or declares a photo. */
  readonly sourceType: string | null;
}

export interface AgentExportSettings {
  readonly format: 'png' | 'jpeg' | 'webp';
  /** Maximum length of the longer side; smaller pictures aren't enlarged. */
  readonly longestSidePx?: number;
  /** Margin around the product, as a share of the product's sides. */
  readonly margin?: number;
  /** Background color `#rrggbb` for transparent pixels. */
  readonly ground?: string;
}

export interface ExportedPicture {
  readonly bytes: number;
  readonly mediaType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Reference by which further calls can use the picture. */
  readonly resource: string;
  readonly address?: string;
  readonly path?: string;
}

export interface AgentPicture {
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
  /** Whether work costs credits, so that a quote is needed first. */
  readonly hasPrices: boolean;
  readonly holder: string;
  /**
   * Checks the API key's permissions.
   * @throws Refusal if the key has none of these scopes
   */
  assertMay(...scopes: readonly ApiScope[]): void;
  /**
   * Hash of each picture in an order, for backends whose references may later refer to other contents (such as file
   * paths). Missing if a reference always means the same content.
   */
  hashContents?(order: Order): Promise<Readonly<Record<string, string>>>;
  /**
   * Price of an order in credits, as of now.
   * @throws Refusal for an invalid order
   */
  price(order: Order): Promise<number>;
  /** Reason why this many credits can't be spent now; null if they can, or if it is unknown. */
  obstacleTo(credits: number): Promise<Obstacle | null>;
  /** Starts the work, and waits for it as long as the answer to an agent may take. */
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
  keep(picture: PictureSource, signal: AbortSignal): Promise<AgentPicture>;
  sets(): Promise<readonly StudioSetSummary[]>;
  setPicture(id: string): Promise<Preview | null>;
  /** Usage of the account; called only if work has prices. */
  usage(days: number): Promise<StudioFigures>;
  /**
   * Bytes of a result, or null if it is larger than `maxBytes`.
   * @throws Refusal if the job or result doesn't exist
   */
  readResult(jobId: string, index: number, maxBytes: number): Promise<Preview | null>;
  /** Receives unexpected errors for the log; the agent gets a message without details. */
  onFault(error: unknown): void;
}
