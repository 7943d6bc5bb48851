import type {
  AnalyzeForm,
  AuthorisationSummary,
  CheckoutRequest,
  CurrentUser,
  DemoAction,
  DemoCheckout,
  DescriptionToPromptRequest,
  DescriptionToPromptResponse,
  DownloadCredits,
  DownloadImageResponse,
  EngineOffer,
  ExportForm,
  GenerateForm,
  HarmonizeForm,
  LayersForm,
  InvoicesPage,
  LedgerPage,
  LedgerQuery,
  RefineForm,
  MagicForm,
  ModelInfo,
  PageQuery,
  Reference,
  RemoveBackgroundForm,
  Session,
  SessionEntry,
  SubscriptionDetails,
  TaskState,
  TokenPair,
  UploadTarget,
  UpscaleForm,
} from '@packshot/contract';
import type { AccountService } from './accounts/account-service.ts';
import type { ArchiveService } from './archives/service.ts';
import type { Caller, ClientAddress } from './caller.ts';
import type { EventService } from './events/service.ts';
import type { OrganizationService } from './organizations/organization-service.ts';
import type { RecordService } from './records/service.ts';

export interface SessionService {
  /** Creates guest, organisation, ledgers and a first token pair. Past the hourly number of grants for one address the guest starts without free credits, past the first few a captcha is asked for (CAPTCHA_REQUIRED). */
  createGuest(from: ClientAddress, captchaSolution?: string): Promise<Session>;
  /** Rotates. Throws DomainError SESSION_EXPIRED for unknown, expired, revoked or reused tokens; reuse revokes the family. */
  refresh(refreshToken: string): Promise<TokenPair>;
  /** Revokes the token's family; unknown tokens are ignored. */
  logout(refreshToken: string): Promise<void>;
  /** Throws DomainError UNAUTHENTICATED. */
  authenticate(accessToken: string): Promise<Caller>;
  currentUser(caller: Caller): Promise<CurrentUser>;
  /** Where the user is signed in, the newest use first. */
  list(caller: Caller): Promise<readonly SessionEntry[]>;
  /** Ends one of the user's sessions; its access token still works for up to a quarter of an hour. Throws NOT_FOUND. */
  revoke(caller: Caller, sessionId: string): Promise<void>;
  /** Ends all of them but the caller's own. */
  revokeOthers(caller: Caller): Promise<void>;
}

export interface CreditService {
  freemiumCredits(caller: Caller): Promise<number>;
  downloadCredits(caller: Caller): Promise<DownloadCredits>;
  /** Debits at most once per asset and user; `download_credits: -1` without `url` when the balance was 0. Throws NOT_FOUND for a key the caller does not own. */
  downloadImage(caller: Caller, key: string): Promise<DownloadImageResponse>;
  summary(caller: Caller): Promise<AuthorisationSummary>;
  /** The caller's own, newest first. */
  ledger(caller: Caller, query: LedgerQuery): Promise<LedgerPage>;
}

/** Plans and payments of the caller's organisation. Buying, changing, cancelling and invoices: FORBIDDEN but for its owner and admins. */
export interface BillingService {
  details(caller: Caller): Promise<SubscriptionDetails>;
  /**
   * Where to buy a plan, or to confirm a change to it.
   * @param siteUrl where the browser sees this site; used where no public address is configured
   * @throws DomainError PAYMENTS_NOT_CONFIGURED, PLAN_IS_CURRENT, PURCHASE_PENDING, PAYMENTS_UNAVAILABLE
   */
  checkout(caller: Caller, request: CheckoutRequest, siteUrl: string): Promise<{ url: string }>;
  /** Throws PAYMENTS_NOT_CONFIGURED, NO_SUBSCRIPTION, PAYMENTS_UNAVAILABLE. */
  portal(caller: Caller, siteUrl: string): Promise<{ url: string }>;
  invoices(caller: Caller, query: PageQuery): Promise<InvoicesPage>;
  /** Applies a signed message once. Throws PAYMENTS_NOT_CONFIGURED, INVALID_SIGNATURE, PAYMENTS_UNAVAILABLE. */
  receiveEvent(body: Uint8Array, signature: string | undefined): Promise<void>;
  /** Throws NOT_FOUND outside of demo mode, CHECKOUT_GONE. */
  demoCheckout(caller: Caller, checkoutId: string): Promise<DemoCheckout>;
  /** Does what a click on the payment service's pages would. Throws NOT_FOUND outside of demo mode, CHECKOUT_GONE, NO_SUBSCRIPTION. */
  actInDemo(caller: Caller, action: DemoAction): Promise<{ url: string }>;
}

export interface UploadService {
  createTarget(caller: Caller, objectName: string): Promise<UploadTarget>;
}

export interface AcceptedGeneration {
  readonly taskIds: readonly string[];
  /** True when the idempotency key was seen before: nothing new was charged or queued. */
  readonly isReplay: boolean;
}

/**
 * Checks wish and pictures (ownership, then existence, then headers), reserves what it costs and queues the tasks, all
 * or nothing.
 * @param idempotencyKey the same key with the same form answers the same tasks for 24 h; with another form IDEMPOTENCY_CONFLICT
 * @throws DomainError OUT_OF_CREDITS, UPLOAD_NOT_FOUND, an image refusal, IDEMPOTENCY_CONFLICT
 */
type Accept<Form> = (caller: Caller, form: Form, idempotencyKey?: string) => Promise<AcceptedGeneration>;

export interface GenerationService {
  readonly removeBackground: Accept<RemoveBackgroundForm>;
  /** Throws also PROMPT_NOT_UNDERSTOOD and MASK_MISMATCH. */
  readonly magic: Accept<MagicForm>;
  /** Throws also UPSCALE_TOO_LARGE and UPSCALE_TOO_SLOW. */
  readonly upscale: Accept<UpscaleForm>;
  /** Throws also MASK_MISMATCH. */
  readonly refine: Accept<RefineForm>;
  readonly exportPicture: Accept<ExportForm>;
  readonly layers: Accept<LayersForm>;
  readonly harmonize: Accept<HarmonizeForm>;
  /** Costs nothing, but OUT_OF_CREDITS for who has none left. */
  readonly describe: Accept<AnalyzeForm>;
  /** One task for each variant, one credit for all. Throws also PROMPT_EMPTY, REFERENCE_NOT_FOUND and PLACEMENT_OUTSIDE. */
  readonly generate: Accept<GenerateForm>;
  /** Throws TASK_NOT_FOUND for a task that is not the caller's. */
  state(caller: Caller, taskId: string): Promise<TaskState>;
  /** Yields the present state of each task, then every change, until all are terminal or the signal aborts. */
  watch(caller: Caller, taskIds: readonly string[], signal: AbortSignal): AsyncIterable<TaskState>;
  /** Notes that results were shown; moves no credits. The ids that are noted now, by this report or an earlier one. Throws TASK_NOT_FOUND when none of them is a result of the caller's. */
  reportShown(caller: Caller, taskIds: readonly string[]): Promise<readonly string[]>;
  /** Ids that are REVOKED after the call. Others' tasks count as not found. */
  cancel(caller: Caller, taskIds: readonly string[]): Promise<readonly string[]>;
}

export interface PromptService {
  /** A scene for a described product, and others. Throws ENGINE_NOT_AVAILABLE and what an engine failed with. */
  fromDescription(caller: Caller, request: DescriptionToPromptRequest): Promise<DescriptionToPromptResponse>;
}

export interface EngineService {
  /** Engines besides the embedded one that are configured and answer. */
  offers(caller: Caller): Promise<readonly EngineOffer[]>;
}

export interface ReferenceService {
  /** Every built-in reference; the same for everybody. */
  list(): Promise<readonly Reference[]>;
  /** A reference's picture. Throws NOT_FOUND for an id that is none. */
  picture(id: string): Promise<ReferencePicture>;
}

export interface ReferencePicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Changes with the bytes; part of the picture's address. */
  readonly version: string;
}

export interface ServiceHealth {
  /** Each check by name: true when it answers in time. */
  check(): Promise<Record<string, boolean>>;
}

/** Everything the HTTP layer may call. Built once, in compose. */
export interface Services {
  readonly sessions: SessionService;
  readonly accounts: AccountService;
  readonly organizations: OrganizationService;
  readonly events: EventService;
  readonly credits: CreditService;
  readonly billing: BillingService;
  readonly uploads: UploadService;
  readonly generations: GenerationService;
  readonly records: RecordService;
  readonly archives: ArchiveService;
  readonly prompts: PromptService;
  readonly engines: EngineService;
  readonly references: ReferenceService;
  readonly health: ServiceHealth;
  models(): Promise<readonly ModelInfo[]>;
}
