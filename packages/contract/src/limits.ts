/**
 * Every number of the specification and of the product's decisions, named once, with its unit.
 * A number that an operator may change is the default of a configuration key; it is marked so.
 */

/** How often a client asks for the state of its tasks. */
export const POLL_INTERVAL_MS = 2000;
/** After this long a client gives up on a task with the catalog's message; the server's own deadline is the same. */
export const POLL_GIVE_UP_MS = 5 * 60_000;
/** A loading indicator appears only when waiting takes longer than this, so that quick answers do not flash. */
export const LOADING_INDICATOR_DELAY_MS = 1500;
export const TOAST_DURATION_MS = 4000;
/** The full-screen loading overlay lies over everything, toasts and dialogs included. */
export const OVERLAY_Z_INDEX = 1_000_000;
/** A page's script that has not arrived by then is reported instead of leaving the loader on for ever. */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** Progress bar of the loading overlay. */
export const PROGRESS_STEP_PERCENT = 1.67;
export const PROGRESS_STEP_INTERVAL_MS = 500;
export const PROGRESS_HOLD_PERCENT = 97;
export const PROGRESS_DONE_PERCENT = 100;
/** The message 'Removing background' jumps the bar here. */
export const PROGRESS_REMOVING_BACKGROUND_PERCENT = 8.35;

/** Upload answers in this inclusive range count as stored. */
export const UPLOAD_SUCCESS_STATUS_MIN = 200;
export const UPLOAD_SUCCESS_STATUS_MAX = 205;
export const UPLOAD_EXTENSIONS = ['.png', '.jpg', '.jpeg', '.heic'] as const;
/** Content types a stored object may have; the bytes decide which one it really is. */
export const UPLOAD_CONTENT_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/heic',
  'image/avif',
] as const;
/** Larger photos than this do not come out of phones; more would only be an attack on memory. */
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024;
export const UPLOAD_MIN_BYTES = 1;
/**
 * Read from the header before anything is decoded. The largest picture of what is sold as a 50-megapixel camera: phones make
 * 8160 x 6144 and 8192 x 6144, medium format 8256 x 6192 and this.
 */
export const IMAGE_MAX_PIXELS = 8272 * 6200;
export const IMAGE_MAX_SIDE_PX = 16_384;
/** Longest side of an enlarged picture: more is a poster, and 36 megapixels fill 144 MB of RGBA. */
export const UPSCALE_MAX_SIDE_PX = 6000;
/**
 * Largest photo whose detail is drawn anew. On two idle cores that takes about 70 s, of the 300 after which clients give up:
 * a machine three times as slow, or as busy, still makes it.
 */
export const UPSCALE_DETAILED_MAX_PIXELS = 4_000_000;
export const UPSCALE_FACTORS = [2, 4] as const;
export type UpscaleFactor = (typeof UPSCALE_FACTORS)[number];
/** `faithful` interpolates and adds nothing; `detailed` lets a network draw edges anew. */
export const UPSCALE_MODES = ['faithful', 'detailed'] as const;
export type UpscaleMode = (typeof UPSCALE_MODES)[number];
/** What the magic tool is asked for, in characters: instructions are short, and longer ones are texts. */
export const MAGIC_PROMPT_MAX_LENGTH = 300;
/** A description that a scene is asked for, in characters: ours are two sentences, people may add to them. */
export const DESCRIPTION_MAX_LENGTH = 2_000;
/** How far a product is matched to its scene when nothing else is asked: 0 is not at all, 1 is as far as it goes. */
export const HARMONIZE_DEFAULT_STRENGTH = 0.6;
/** A scene in words, in characters. */
export const SCENE_PROMPT_MAX_LENGTH = 500;
/** Variants of one request: inclusive indexes 0 to 1, or 0 to 3. */
export const GENERATE_COUNTS = [2, 4] as const;
export const GENERATE_DEFAULT_COUNT = 4;
/** Seeds are 31 bits, so that they are whole numbers in every language and column. */
export const SEED_MAX = 2 ** 31 - 1;
/** Longer side of a scene with the larger-size option, in pixels: what every studio set has after the cut. */
export const SCENE_LARGER_SIDE_PX = 1280;
/** A side below this holds no picture that a model could read. */
export const IMAGE_MIN_SIDE_PX = 8;
export const UPLOAD_POLICY_TTL_S = 10 * 60;
/** Presigned links to stored objects; long enough for a slow phone, short enough that a leaked one dies. */
export const READ_URL_TTL_S = 60 * 60;
/** Random label of an upload: a 12-digit number plus '.png'. */
export const UPLOAD_NAME_MIN = 1e11;
export const UPLOAD_NAME_MAX = 1e12;

/** Streamed calls and the session helper try again at most this often. */
export const MAX_RETRIES = 2;
export const HISTORY_PAGE_SIZE = 20;
/** Rows that a caller may ask for at once, in any list. */
export const PAGE_SIZE_MAX = 100;
export const HISTORY_SORT = '-created_at';
export const THUMBNAIL_WIDTH_PX = 544;
/** A thumbnail of that width takes a tenth of this. */
export const THUMBNAIL_MAX_BYTES = 1024 * 1024;
export const RECORD_NAME_MAX_LENGTH = 120;
/** A deleted record can be brought back so long; longer than an upload's permission lives, so that nothing arrives after its record is gone. */
export const RECORD_UNDO_S = 15 * 60;
/** Pictures that one ZIP may hold. */
export const ARCHIVE_MAX_RECORDS = 100;
/** A link to a ZIP: long enough to be fetched again after a lost connection. */
export const ARCHIVE_LINK_TTL_S = 60 * 60;
export const RESIZE_LONGEST_SIDE_PX = 768;
/** Longest side of the quick-to-show rendition behind `std_url`. */
export const STANDARD_LONGEST_SIDE_PX = 1600;
/** WebP quality (0 to 1) of previews, thumbnails and the working copy. */
export const WEBP_QUALITY = 0.6;
export const SAVE_CHUNK_SIZE = 800_000;
/** What the rim of a correcting brush follows: the picture's own edges near it, or nothing but the hand. */
export const REFINE_EDGES = ['picture', 'hand'] as const;
export type RefineEdges = (typeof REFINE_EDGES)[number];

/** The output canvas is capped to this square when the larger-size option is off and both sides exceed it. */
export const OUTPUT_CANVAS_CAP_PX = 1024;

/** Pixels with more alpha than this are visible content when cropping (0 to 255). */
export const ALPHA_VISIBLE_ABOVE = 10;
/** Any pixel with less alpha than this makes an image transparent (0 to 255). */
export const ALPHA_OPAQUE = 255;

/** An access token is short-lived because it is kept where any script of the page could read it. */
export const ACCESS_TOKEN_TTL_S = 15 * 60;
export const REFRESH_TOKEN_TTL_S = 60 * 24 * 3600;
/** A refresh token's predecessor still works this long: two tabs, or a reply lost on the way. */
export const REFRESH_REUSE_WINDOW_S = 10;
/** How long an idempotency key stands for its first answer. */
export const IDEMPOTENCY_KEY_TTL_S = 24 * 3600;

/** Days after their last visit that everything of a guest is deleted (configuration). */
export const GUEST_RETENTION_DAYS = 30;

/** Default allowances (configuration). */
export const GUEST_FREE_GENERATIONS = 5;
export const GUEST_FREE_DOWNLOADS = 2;
export const MEMBER_FREE_GENERATIONS = 20;
export const MEMBER_FREE_DOWNLOADS = 5;

/** Requests of a subscriber that are accepted within 24 hours: far beyond what a person makes, well below what a script does (configuration). */
export const SUBSCRIBER_GENERATIONS_PER_DAY = 500;
/** Days that a plan goes on after a payment failed, while it is tried again (configuration). */
export const PAYMENT_GRACE_DAYS = 7;
/** Currency of the prices, ISO 4217 (configuration). */
export const DEFAULT_CURRENCY = 'usd';
/** Age after which a webhook's signature is refused: Stripe's own tolerance. */
export const WEBHOOK_TOLERANCE_S = 300;

export const PASSWORD_MIN_LENGTH = 8;
/** Longer ones would only be work for the hash. */
export const PASSWORD_MAX_LENGTH = 128;
/** A link to choose a new password opens an account: short-lived, and used once. */
export const RESET_LINK_TTL_S = 30 * 60;
/** A link to confirm an address opens nothing: there is time to read mail tomorrow. */
export const VERIFICATION_LINK_TTL_S = 24 * 3600;
/** From the marketplace's redirect to the page that uses it: seconds, on any connection. */
export const MARKETPLACE_LINK_TTL_S = 5 * 60;
/** An invitation into an organization: the person may be on holiday. */
export const INVITATION_TTL_S = 7 * 24 * 3600;
/** A captcha's puzzle: time to fill in a form, not to resell it. */
export const CAPTCHA_TTL_S = 10 * 60;
export const NAME_MIN_LENGTH = 2;
export const NAME_MAX_LENGTH = 30;
