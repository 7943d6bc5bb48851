import { z } from 'zod';
import { ACCOUNT_MESSAGES } from './accounts/messages.ts';
import { API_MESSAGES } from './api/messages.ts';
import { BUCKET_MESSAGES } from './buckets/messages.ts';
import { CATALOG_MESSAGES } from './catalog/messages.ts';
import { ENTITLEMENT_MESSAGES } from './billing/entitlements.ts';
import { BILLING_MESSAGES } from './billing/messages.ts';
import { ENGINE_MESSAGES } from './tools/engine-messages.ts';
import { MESSAGES, OWN_MESSAGES } from './messages.ts';
import { RECORD_MESSAGES } from './records/messages.ts';

/** Every error code of the API, with its HTTP status and a message suitable for a toast. */
export const ERRORS = {
  BAD_REQUEST: { status: 400, message: OWN_MESSAGES.badRequest },
  VERSION_UNKNOWN: { status: 400, message: API_MESSAGES.versionUnknown },
  INVALID_SIGNATURE: { status: 400, message: BILLING_MESSAGES.invalidSignature },
  UNAUTHENTICATED: { status: 401, message: MESSAGES.unableToVerify },
  SESSION_EXPIRED: { status: 401, message: MESSAGES.sessionExpired },
  WRONG_CREDENTIALS: { status: 401, message: ACCOUNT_MESSAGES.wrongCredentials },
  KEY_INVALID: { status: 401, message: API_MESSAGES.keyInvalid },
  KEY_EXPIRED: { status: 401, message: API_MESSAGES.keyExpired },
  OUT_OF_CREDITS: { status: 402, message: MESSAGES.outOfCredits },
  /** The server makes other versions of a picture only after its download was paid for. */
  DOWNLOAD_NEEDED: { status: 402, message: OWN_MESSAGES.downloadNeeded },
  KEY_CEILING_REACHED: { status: 402, message: API_MESSAGES.keyCeilingReached },
  OUT_OF_DOWNLOADS: { status: 402, message: MESSAGES.outOfDownloadCredits },
  FORBIDDEN: { status: 403, message: OWN_MESSAGES.forbidden },
  SIGN_UP_CLOSED: { status: 403, message: ACCOUNT_MESSAGES.signUpClosed },
  SIGN_UP_BY_INVITATION: { status: 403, message: ACCOUNT_MESSAGES.signUpByInvitation },
  SIGN_UP_OTHER_DOMAIN: { status: 403, message: ACCOUNT_MESSAGES.signUpOtherDomain },
  ACCOUNT_DISABLED: { status: 403, message: ACCOUNT_MESSAGES.accountDisabled },
  LIVE_KEYS_NOT_IN_PLAN: { status: 403, message: ENTITLEMENT_MESSAGES.liveKeysNotInPlan },
  LARGE_RUNS_NOT_IN_PLAN: { status: 403, message: ENTITLEMENT_MESSAGES.largeRunsNotInPlan },
  KEY_ADDRESS_REFUSED: { status: 403, message: API_MESSAGES.keyAddressRefused },
  KEY_SCOPE_MISSING: { status: 403, message: API_MESSAGES.keyScopeMissing },
  LIVE_KEY_NEEDED: { status: 403, message: API_MESSAGES.liveKeyNeeded },
  SIMULATION_REFUSED: { status: 403, message: API_MESSAGES.simulationRefused },
  /** 403 rather than 401: the session is valid, and after a 401 a client would refresh its tokens. */
  WRONG_PASSWORD: { status: 403, message: ACCOUNT_MESSAGES.wrongPassword },
  /** An external identity provider doesn't confirm this user's identity, or the token wasn't issued for this server. */
  NOT_VERIFIED: { status: 403, message: MESSAGES.unableToVerify },
  UPLOAD_FORBIDDEN: { status: 403, message: OWN_MESSAGES.uploadForbidden },
  UPLOAD_EXPIRED: { status: 403, message: OWN_MESSAGES.uploadExpired },
  NOT_FOUND: { status: 404, message: OWN_MESSAGES.notFound },
  UPLOAD_NOT_FOUND: { status: 404, message: OWN_MESSAGES.uploadNotFound },
  REFERENCE_NOT_FOUND: { status: 404, message: OWN_MESSAGES.referenceNotFound },
  TASK_NOT_FOUND: { status: 404, message: OWN_MESSAGES.taskNotFound },
  JOB_NOT_FOUND: { status: 404, message: API_MESSAGES.jobNotFound },
  RESULT_NOT_FOUND: { status: 404, message: API_MESSAGES.resultNotFound },
  CHECKOUT_GONE: { status: 404, message: BILLING_MESSAGES.checkoutGone },
  METHOD_NOT_ALLOWED: { status: 405, message: API_MESSAGES.methodNotAllowed },
  NOT_ACCEPTABLE: { status: 406, message: API_MESSAGES.notAcceptable },
  PAYMENTS_NOT_CONFIGURED: { status: 409, message: BILLING_MESSAGES.paymentsNotConfigured },
  PLAN_IS_CURRENT: { status: 409, message: BILLING_MESSAGES.planIsCurrent },
  PURCHASE_PENDING: { status: 409, message: BILLING_MESSAGES.purchasePending },
  NO_SUBSCRIPTION: { status: 409, message: BILLING_MESSAGES.noSubscription },
  OUTPUT_MISSING: { status: 409, message: RECORD_MESSAGES.outputMissing },
  IDEMPOTENCY_CONFLICT: { status: 409, message: OWN_MESSAGES.idempotencyConflict },
  EMAIL_TAKEN: { status: 409, message: ACCOUNT_MESSAGES.emailTaken },
  HAS_ADDRESS: { status: 409, message: ACCOUNT_MESSAGES.hasAddress },
  ALREADY_MEMBER: { status: 409, message: ACCOUNT_MESSAGES.alreadyMember },
  LAST_OWNER: { status: 409, message: ACCOUNT_MESSAGES.lastOwner },
  TOO_MANY_KEYS: { status: 409, message: API_MESSAGES.tooManyKeys },
  TOO_MANY_WEBHOOKS: { status: 409, message: API_MESSAGES.tooManyWebhooks },
  WEBHOOK_DISABLED: { status: 409, message: API_MESSAGES.webhookDisabled },
  TOO_MANY_BUCKETS: { status: 409, message: BUCKET_MESSAGES.tooMany },
  TOO_MANY_RECIPES: { status: 409, message: CATALOG_MESSAGES.tooManyRecipes },
  TOO_MANY_RUNS: { status: 409, message: CATALOG_MESSAGES.tooManyRuns },
  RUN_NOT_READY: { status: 409, message: CATALOG_MESSAGES.runNotReady },
  RUN_HAS_NO_BUCKET: { status: 409, message: CATALOG_MESSAGES.runHasNoBucket },
  ENGINE_NOT_AVAILABLE: { status: 409, message: ENGINE_MESSAGES.engineNotAvailable },
  ARCHIVE_EXPIRED: { status: 410, message: RECORD_MESSAGES.archiveExpired },
  LINK_EXPIRED: { status: 410, message: ACCOUNT_MESSAGES.linkExpired },
  TOO_LARGE_BYTES: { status: 413, message: OWN_MESSAGES.tooLargeBytes },
  STORAGE_QUOTA: { status: 413, message: OWN_MESSAGES.storageQuota },
  GUEST_STORAGE_QUOTA: { status: 413, message: OWN_MESSAGES.guestStorageQuota },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: API_MESSAGES.unsupportedMediaType },
  URL_REFUSED: { status: 422, message: API_MESSAGES.urlRefused },
  URL_UNREACHABLE: { status: 422, message: API_MESSAGES.urlUnreachable },
  EMPTY_FILE: { status: 422, message: OWN_MESSAGES.emptyFile },
  UNSUPPORTED_TYPE: { status: 422, message: OWN_MESSAGES.unsupportedImage },
  TOO_MANY_PIXELS: { status: 422, message: OWN_MESSAGES.tooManyPixels },
  TOO_SMALL: { status: 422, message: OWN_MESSAGES.tooSmall },
  CORRUPT_IMAGE: { status: 422, message: OWN_MESSAGES.corruptImage },
  UNSUPPORTED_BIT_DEPTH: { status: 422, message: OWN_MESSAGES.unsupportedBitDepth },
  UNSUPPORTED_CODING: { status: 422, message: OWN_MESSAGES.unsupportedCoding },
  DECODE_TIMEOUT: { status: 422, message: OWN_MESSAGES.decodeTimeout },
  INDECENT_IMAGE: { status: 422, message: OWN_MESSAGES.indecentImage },
  NO_SUBJECT: { status: 422, message: OWN_MESSAGES.noSubject },
  EMPTY_MASK: { status: 422, message: OWN_MESSAGES.emptyMask },
  NOTHING_LEFT: { status: 422, message: OWN_MESSAGES.nothingLeft },
  NOTHING_FOUND: { status: 422, message: OWN_MESSAGES.nothingFound },
  FULL_MASK: { status: 422, message: OWN_MESSAGES.fullMask },
  MASK_MISMATCH: { status: 422, message: OWN_MESSAGES.maskMismatch },
  PROMPT_NOT_UNDERSTOOD: { status: 422, message: OWN_MESSAGES.magicPromptNotUnderstood },
  PROMPT_EMPTY: { status: 422, message: OWN_MESSAGES.scenePromptEmpty },
  /** Nothing in the prompt can be shown, so the scenes would be random. */
  WORDS_NOT_SHOWN: { status: 422, message: OWN_MESSAGES.wordsNotShown },
  PLACEMENT_OUTSIDE: { status: 422, message: OWN_MESSAGES.placementOutside },
  /** Several products would together need more memory than one job can use. */
  PRODUCTS_TOO_LARGE: { status: 422, message: OWN_MESSAGES.productsTooLarge },
  /** A changed scene is free only if each of its products can be seen. */
  PRODUCT_HIDDEN: { status: 422, message: OWN_MESSAGES.productHidden },
  /** A further product of a scene still has its background. */
  BESIDE_NOT_CUT_OUT: { status: 422, message: OWN_MESSAGES.besideNotCutOut },
  BESIDE_UNREADABLE: { status: 422, message: OWN_MESSAGES.besideUnreadable },
  LOOK_GONE: { status: 422, message: OWN_MESSAGES.lookGone },
  /** The product was photographed from another camera height than the series, or hangs while the others stand. */
  VIEW_NOT_IN_LOOK: { status: 422, message: OWN_MESSAGES.viewNotInLook },
  UPSCALE_TOO_LARGE: { status: 422, message: OWN_MESSAGES.upscaleTooLarge },
  RUN_TOO_LARGE: { status: 422, message: CATALOG_MESSAGES.runTooLarge },
  RUN_EMPTY: { status: 422, message: CATALOG_MESSAGES.runEmpty },
  RUN_INCOMPLETE: { status: 422, message: CATALOG_MESSAGES.runIncomplete },
  RUN_NAMES_COLLIDE: { status: 422, message: CATALOG_MESSAGES.runNamesCollide },
  TABLE_UNREADABLE: { status: 422, message: CATALOG_MESSAGES.tableUnreadable },
  TABLE_TOO_LARGE: { status: 413, message: CATALOG_MESSAGES.tableTooLarge },
  /** Problems with a bucket: its settings, its content, or its server. */
  BUCKET_SECRET_LOST: { status: 422, message: BUCKET_MESSAGES.secretLost },
  BUCKET_GONE: { status: 422, message: BUCKET_MESSAGES.gone },
  BUCKET_NOT_ALLOWED: { status: 422, message: BUCKET_MESSAGES.notAllowed },
  BUCKET_OBJECT_GONE: { status: 422, message: BUCKET_MESSAGES.objectGone },
  BUCKET_EMPTY: { status: 422, message: BUCKET_MESSAGES.empty },
  BUCKET_TOO_MANY: { status: 422, message: BUCKET_MESSAGES.folderTooLarge },
  BUCKET_KEY_TAKEN: { status: 409, message: BUCKET_MESSAGES.keyTaken },
  BUCKET_NAME_TOO_LONG: { status: 422, message: BUCKET_MESSAGES.nameTooLong },
  BUCKET_UNREACHABLE: { status: 422, message: BUCKET_MESSAGES.unreachable },
  BUCKET_REFUSED: { status: 422, message: BUCKET_MESSAGES.refused },
  BUCKET_KEY_UNKNOWN: { status: 422, message: BUCKET_MESSAGES.keyUnknown },
  BUCKET_SECRET_WRONG: { status: 422, message: BUCKET_MESSAGES.secretWrong },
  BUCKET_CLOCK_WRONG: { status: 422, message: BUCKET_MESSAGES.clockWrong },
  BUCKET_MISSING: { status: 422, message: BUCKET_MESSAGES.missing },
  BUCKET_REGION_WRONG: { status: 422, message: BUCKET_MESSAGES.regionWrong },
  BUCKET_DENIED: { status: 422, message: BUCKET_MESSAGES.denied },
  BUCKET_LIST_DENIED: { status: 422, message: BUCKET_MESSAGES.listDenied },
  BUCKET_READ_DENIED: { status: 422, message: BUCKET_MESSAGES.readDenied },
  BUCKET_WRITE_DENIED: { status: 422, message: BUCKET_MESSAGES.writeDenied },
  BUCKET_DELETE_DENIED: { status: 422, message: BUCKET_MESSAGES.deleteDenied },
  BUCKET_BUSY: { status: 422, message: BUCKET_MESSAGES.busy },
  BUCKET_BAD_ANSWER: { status: 422, message: BUCKET_MESSAGES.badAnswer },
  CAPTCHA_REQUIRED: { status: 428, message: ACCOUNT_MESSAGES.captchaRequired },
  /** The file sent by the browser doesn't show the pictures that it claims to be made from. */
  FILE_NOT_RECOGNIZED: { status: 422, message: OWN_MESSAGES.fileNotRecognized },
  AVIF_TOO_LARGE: { status: 422, message: OWN_MESSAGES.avifTooLarge },
  UPSCALE_TOO_SLOW: { status: 422, message: OWN_MESSAGES.upscaleTooSlow },
  TOO_MANY_REQUESTS: { status: 429, message: OWN_MESSAGES.tooManyRequests },
  GUEST_QUEUE_FULL: { status: 429, message: OWN_MESSAGES.guestQueueFull },
  SMALL_RUNS_OF_DAY_USED: { status: 429, message: ENTITLEMENT_MESSAGES.smallRunsOfDayUsed },
  /** Daily limit (fair use), worded for a server without plans. */
  DAILY_LIMIT_REACHED: { status: 429, message: BILLING_MESSAGES.dailyLimitReached },
  FAIR_USE_REACHED: { status: 429, message: BILLING_MESSAGES.fairUseReached },
  TOO_MANY_JOBS: { status: 429, message: API_MESSAGES.tooManyJobs },
  TEST_LIMIT_REACHED: { status: 429, message: API_MESSAGES.testLimitReached },
  INTERNAL: { status: 500, message: OWN_MESSAGES.internal },
  PAYMENTS_UNAVAILABLE: { status: 503, message: BILLING_MESSAGES.paymentsUnavailable },
  QUEUE_TOO_LONG: { status: 503, message: OWN_MESSAGES.queueTooLong },
  SERVERS_BUSY: { status: 503, message: MESSAGES.serversBusy },
  STORAGE_FULL: { status: 507, message: OWN_MESSAGES.storageFull },
  /** Reasons why a task ends without a result. */
  TASK_FAILED: { status: 500, message: MESSAGES.taskFailed },
  TASK_TOO_HEAVY: { status: 422, message: OWN_MESSAGES.tooHeavy },
  TASK_TIMED_OUT: { status: 504, message: OWN_MESSAGES.timedOut },
  TASK_CANCELLED: { status: 409, message: OWN_MESSAGES.canceled },
  ENGINE_UNAUTHORIZED: { status: 502, message: ENGINE_MESSAGES.engineUnauthorized },
  ENGINE_OUT_OF_QUOTA: { status: 503, message: ENGINE_MESSAGES.engineOutOfQuota },
  ENGINE_BUSY: { status: 503, message: ENGINE_MESSAGES.engineBusy },
  ENGINE_MODERATED: { status: 422, message: ENGINE_MESSAGES.engineModerated },
  ENGINE_TIMED_OUT: { status: 504, message: ENGINE_MESSAGES.engineTimedOut },
  ENGINE_UNREACHABLE: { status: 503, message: ENGINE_MESSAGES.engineUnreachable },
  ENGINE_FAILED: { status: 502, message: ENGINE_MESSAGES.engineFailed },
  ENGINE_BAD_ANSWER: { status: 502, message: ENGINE_MESSAGES.engineBadAnswer },
  ENGINE_REJECTED: { status: 422, message: ENGINE_MESSAGES.engineRejected },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** Errors about plans, balances and payments, which a server without billing never returns. */
export const BILLING_ERROR_CODES = [
  'INVALID_SIGNATURE',
  'OUT_OF_CREDITS',
  'KEY_CEILING_REACHED',
  'OUT_OF_DOWNLOADS',
  'LIVE_KEYS_NOT_IN_PLAN',
  'LARGE_RUNS_NOT_IN_PLAN',
  'SMALL_RUNS_OF_DAY_USED',
  'FAIR_USE_REACHED',
  'CHECKOUT_GONE',
  'PAYMENTS_NOT_CONFIGURED',
  'PAYMENTS_UNAVAILABLE',
  'PLAN_IS_CURRENT',
  'PURCHASE_PENDING',
  'NO_SUBSCRIPTION',
] as const satisfies readonly ErrorCode[];

/** Reasons why any tool refuses a file, before or while decoding it. Nothing is charged. */
export const FILE_REFUSAL_CODES = [
  'EMPTY_FILE',
  'UNSUPPORTED_TYPE',
  'TOO_LARGE_BYTES',
  'TOO_MANY_PIXELS',
  'TOO_SMALL',
  'CORRUPT_IMAGE',
  'UNSUPPORTED_BIT_DEPTH',
  'UNSUPPORTED_CODING',
  'DECODE_TIMEOUT',
] as const satisfies readonly ErrorCode[];

export const IMAGE_REFUSAL_CODES = [
  ...FILE_REFUSAL_CODES,
  'NO_SUBJECT',
] as const satisfies readonly ErrorCode[];

/** Reasons why a mask is refused. Nothing is charged. */
export const MASK_REFUSAL_CODES = [
  'EMPTY_MASK',
  'FULL_MASK',
  'MASK_MISMATCH',
  'NOTHING_LEFT',
  'NOTHING_FOUND',
] as const satisfies readonly ErrorCode[];

/** Reasons why a tool refuses a request's options. Nothing is charged. */
export const REQUEST_REFUSAL_CODES = [
  'PROMPT_NOT_UNDERSTOOD',
  'WORDS_NOT_SHOWN',
  'PLACEMENT_OUTSIDE',
  'PRODUCTS_TOO_LARGE',
  'PRODUCT_HIDDEN',
  'BESIDE_NOT_CUT_OUT',
  'BESIDE_UNREADABLE',
  'LOOK_GONE',
  'UPSCALE_TOO_LARGE',
] as const satisfies readonly ErrorCode[];

/** Reasons why an external engine's result is refused. Nothing is charged. */
export const PROVIDED_REFUSAL_CODES = ['ENGINE_BAD_ANSWER'] as const satisfies readonly ErrorCode[];

/** Failures of external engines. Nothing is charged. */
export const ENGINE_FAILURE_CODES = [
  'ENGINE_UNAUTHORIZED',
  'ENGINE_OUT_OF_QUOTA',
  'ENGINE_BUSY',
  'ENGINE_MODERATED',
  'ENGINE_TIMED_OUT',
  'ENGINE_UNREACHABLE',
  'ENGINE_FAILED',
  'ENGINE_BAD_ANSWER',
  'ENGINE_REJECTED',
] as const satisfies readonly ErrorCode[];
export type EngineFailureCode = (typeof ENGINE_FAILURE_CODES)[number];

export type ImageRefusalCode = (
  | typeof IMAGE_REFUSAL_CODES
  | typeof MASK_REFUSAL_CODES
  | typeof REQUEST_REFUSAL_CODES
  | typeof PROVIDED_REFUSAL_CODES
)[number];

/** Body of every error answer; `message` is suitable for a toast. */
export const errorBodySchema = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  detail: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
