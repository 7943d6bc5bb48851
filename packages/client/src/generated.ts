// Made from the OpenAPI document of the public API by `npm run client-types`. Do not edit.

import type { PictureIn } from './pictures-in.ts';

export type Job = {
  readonly id: string;
  readonly tool: string;
  readonly mode: 'live' | 'test';
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled';
  readonly progress: number;
  readonly credits_charged?: number;
  readonly created_at: string;
  readonly results: readonly Result[];
  readonly error?: Problem;
};

export type Placement = {
  readonly centerX: number;
  readonly centerY: number;
  readonly width: number;
  readonly rotationDeg: number;
  readonly isFlipped: boolean;
};

export type Reference = {
  readonly id: string;
  readonly title: string;
  readonly image: string;
  readonly elevations_deg: readonly number[];
  readonly tints: readonly {
    readonly id: string;
    readonly color: string;
  }[];
  readonly keywords: readonly string[];
  readonly stages: readonly {
    readonly aspect_ratio: number;
    readonly footX: number;
    readonly footY: number;
    readonly maxWidth: number;
    readonly maxHeight: number;
    readonly crop: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
  }[];
};

export type ErrorCode =
  | 'BAD_REQUEST'
  | 'VERSION_UNKNOWN'
  | 'INVALID_SIGNATURE'
  | 'UNAUTHENTICATED'
  | 'SESSION_EXPIRED'
  | 'WRONG_CREDENTIALS'
  | 'KEY_INVALID'
  | 'KEY_EXPIRED'
  | 'OUT_OF_CREDITS'
  | 'DOWNLOAD_NEEDED'
  | 'KEY_CEILING_REACHED'
  | 'OUT_OF_DOWNLOADS'
  | 'FORBIDDEN'
  | 'SIGN_UP_CLOSED'
  | 'SIGN_UP_BY_INVITATION'
  | 'SIGN_UP_OTHER_DOMAIN'
  | 'ACCOUNT_DISABLED'
  | 'LIVE_KEYS_NOT_IN_PLAN'
  | 'LARGE_RUNS_NOT_IN_PLAN'
  | 'KEY_ADDRESS_REFUSED'
  | 'KEY_SCOPE_MISSING'
  | 'LIVE_KEY_NEEDED'
  | 'SIMULATION_REFUSED'
  | 'WRONG_PASSWORD'
  | 'NOT_VERIFIED'
  | 'UPLOAD_FORBIDDEN'
  | 'UPLOAD_EXPIRED'
  | 'NOT_FOUND'
  | 'UPLOAD_NOT_FOUND'
  | 'REFERENCE_NOT_FOUND'
  | 'TASK_NOT_FOUND'
  | 'JOB_NOT_FOUND'
  | 'RESULT_NOT_FOUND'
  | 'CHECKOUT_GONE'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_ACCEPTABLE'
  | 'PAYMENTS_NOT_CONFIGURED'
  | 'PLAN_IS_CURRENT'
  | 'PURCHASE_PENDING'
  | 'NO_SUBSCRIPTION'
  | 'OUTPUT_MISSING'
  | 'IDEMPOTENCY_CONFLICT'
  | 'EMAIL_TAKEN'
  | 'HAS_ADDRESS'
  | 'ALREADY_MEMBER'
  | 'LAST_OWNER'
  | 'TOO_MANY_KEYS'
  | 'TOO_MANY_WEBHOOKS'
  | 'WEBHOOK_DISABLED'
  | 'TOO_MANY_BUCKETS'
  | 'TOO_MANY_RECIPES'
  | 'TOO_MANY_RUNS'
  | 'RUN_NOT_READY'
  | 'RUN_HAS_NO_BUCKET'
  | 'ENGINE_NOT_AVAILABLE'
  | 'ARCHIVE_EXPIRED'
  | 'LINK_EXPIRED'
  | 'TOO_LARGE_BYTES'
  | 'STORAGE_QUOTA'
  | 'GUEST_STORAGE_QUOTA'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'URL_REFUSED'
  | 'URL_UNREACHABLE'
  | 'EMPTY_FILE'
  | 'UNSUPPORTED_TYPE'
  | 'TOO_MANY_PIXELS'
  | 'TOO_SMALL'
  | 'CORRUPT_IMAGE'
  | 'UNSUPPORTED_BIT_DEPTH'
  | 'UNSUPPORTED_CODING'
  | 'DECODE_TIMEOUT'
  | 'INDECENT_IMAGE'
  | 'NO_SUBJECT'
  | 'EMPTY_MASK'
  | 'NOTHING_LEFT'
  | 'NOTHING_FOUND'
  | 'FULL_MASK'
  | 'MASK_MISMATCH'
  | 'PROMPT_NOT_UNDERSTOOD'
  | 'PROMPT_EMPTY'
  | 'WORDS_NOT_SHOWN'
  | 'PLACEMENT_OUTSIDE'
  | 'PRODUCTS_TOO_LARGE'
  | 'PRODUCT_HIDDEN'
  | 'BESIDE_NOT_CUT_OUT'
  | 'BESIDE_UNREADABLE'
  | 'LOOK_GONE'
  | 'VIEW_NOT_IN_LOOK'
  | 'UPSCALE_TOO_LARGE'
  | 'RUN_TOO_LARGE'
  | 'RUN_EMPTY'
  | 'RUN_INCOMPLETE'
  | 'RUN_NAMES_COLLIDE'
  | 'TABLE_UNREADABLE'
  | 'TABLE_TOO_LARGE'
  | 'BUCKET_SECRET_LOST'
  | 'BUCKET_GONE'
  | 'BUCKET_NOT_ALLOWED'
  | 'BUCKET_OBJECT_GONE'
  | 'BUCKET_EMPTY'
  | 'BUCKET_TOO_MANY'
  | 'BUCKET_KEY_TAKEN'
  | 'BUCKET_NAME_TOO_LONG'
  | 'BUCKET_UNREACHABLE'
  | 'BUCKET_REFUSED'
  | 'BUCKET_KEY_UNKNOWN'
  | 'BUCKET_SECRET_WRONG'
  | 'BUCKET_CLOCK_WRONG'
  | 'BUCKET_MISSING'
  | 'BUCKET_REGION_WRONG'
  | 'BUCKET_DENIED'
  | 'BUCKET_LIST_DENIED'
  | 'BUCKET_READ_DENIED'
  | 'BUCKET_WRITE_DENIED'
  | 'BUCKET_DELETE_DENIED'
  | 'BUCKET_BUSY'
  | 'BUCKET_BAD_ANSWER'
  | 'CAPTCHA_REQUIRED'
  | 'FILE_NOT_RECOGNIZED'
  | 'AVIF_TOO_LARGE'
  | 'UPSCALE_TOO_SLOW'
  | 'TOO_MANY_REQUESTS'
  | 'GUEST_QUEUE_FULL'
  | 'SMALL_RUNS_OF_DAY_USED'
  | 'DAILY_LIMIT_REACHED'
  | 'FAIR_USE_REACHED'
  | 'TOO_MANY_JOBS'
  | 'TEST_LIMIT_REACHED'
  | 'INTERNAL'
  | 'PAYMENTS_UNAVAILABLE'
  | 'QUEUE_TOO_LONG'
  | 'SERVERS_BUSY'
  | 'STORAGE_FULL'
  | 'TASK_FAILED'
  | 'TASK_TOO_HEAVY'
  | 'TASK_TIMED_OUT'
  | 'TASK_CANCELLED'
  | 'ENGINE_UNAUTHORIZED'
  | 'ENGINE_OUT_OF_QUOTA'
  | 'ENGINE_BUSY'
  | 'ENGINE_MODERATED'
  | 'ENGINE_TIMED_OUT'
  | 'ENGINE_UNREACHABLE'
  | 'ENGINE_FAILED'
  | 'ENGINE_BAD_ANSWER'
  | 'ENGINE_REJECTED';

export type StoredRecipe = {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly hash: string;
  readonly recipe: Recipe;
  readonly created_at: string;
  readonly updated_at: string;
};

export type Recipe = {
  readonly steps: {
    readonly cut_out: Readonly<Record<string, never>>;
    readonly ground:
      | {
          readonly kind: 'transparent';
        }
      | {
          readonly kind: 'color';
          readonly color: string;
        }
      | {
          readonly kind: 'set';
          /** The scene in words: place, materials, colors, light; required without a product and without a set */
          readonly prompt?: string;
          readonly reference_id: string;
          readonly light:
            | 'auto'
            | 'as-composed'
            | 'soft-box'
            | 'hard-sun'
            | 'warm-morning'
            | 'golden-hour'
            | 'blue-hour'
            | 'spotlight'
            | 'overcast'
            | 'night';
          /** Up to four colors like #c0ffee for recolorable objects, most important first */
          readonly palette?: readonly string[];
          /** Placement of the product; by default on the scene’s stage */
          readonly placement?: Placement;
          readonly view: {
            readonly pose: 'stands' | 'lies' | 'hangs' | 'floats';
            readonly elevationDeg: number;
          } | null;
          readonly look: {
            readonly setId: string;
            readonly isMirrored: boolean;
            readonly framing: 'usual' | 'near' | 'close-up' | 'wide';
            readonly light:
              | 'auto'
              | 'as-composed'
              | 'soft-box'
              | 'hard-sun'
              | 'warm-morning'
              | 'golden-hour'
              | 'blue-hour'
              | 'spotlight'
              | 'overcast'
              | 'night';
            readonly lights: Readonly<Record<string, readonly [number, number, number]>>;
            readonly exposure: number;
            readonly keySoftness: number;
            readonly tints: Readonly<Record<string, string>>;
            readonly seenTints: readonly string[];
            readonly isBurntOut: boolean;
            readonly place: {
              readonly x: number;
              readonly y: number;
              readonly size: number;
            };
            readonly view: {
              readonly pose: 'stands' | 'lies' | 'hangs' | 'floats';
              readonly elevationDeg: number;
            } | null;
            readonly shadow: {
              readonly kind: 'contact' | 'floating' | 'none' | 'photo';
              readonly directionDeg: number | null;
              readonly softness: number | null;
              readonly opacity: number;
            } | null;
            readonly shadowSource: 'photo' | 'computed' | 'none';
            readonly shadowFallsDeg: number | null;
            readonly matchPercent: number;
            readonly grain: number;
            readonly seed: number;
          } | null;
          /** How far the product’s light matches the scene, in percent; 0 leaves its pixels exactly as they are; by default 70 */
          readonly light_match?: number;
          /** Real-world size of the product; by default it goes on a table, unless the words say otherwise */
          readonly product_scale?: 'hand' | 'table' | 'furniture' | 'vehicle';
          readonly seed: number;
        };
    readonly shadow: {
      readonly kind: 'own' | 'computed' | 'none';
      readonly strength: number;
    };
    readonly framing: {
      readonly fill_percent: number;
      readonly margin_percent: number;
      readonly baseline_percent: number | null;
      readonly align_x: 'left' | 'center' | 'right';
      readonly align_y: 'top' | 'center' | 'bottom';
    };
  };
  readonly outputs: readonly {
    readonly id: string;
    readonly width: number;
    readonly height: number;
    readonly format: 'png' | 'jpeg' | 'webp' | 'avif';
    readonly quality: number;
    readonly name_pattern: string;
  }[];
};

export type Catalog = {
  readonly id: string;
  readonly name: string;
  readonly status: 'draft' | 'running' | 'paused' | 'canceled' | 'finished';
  readonly paused_because:
    | 'OUT_OF_CREDITS'
    | 'FAIR_USE_REACHED'
    | 'DAILY_LIMIT_REACHED'
    | 'STORAGE_QUOTA'
    | 'KEY_CEILING_REACHED'
    | 'KEY_INVALID'
    | null;
  readonly recipe: {
    readonly id: string | null;
    readonly name: string;
    readonly version: number;
    readonly hash: string;
  };
  readonly only_changed: boolean;
  readonly items: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly sources: {
    readonly upload: number;
    readonly url: number;
    readonly bucket: number;
    readonly missing: number;
  };
  readonly to: {
    readonly bucket_id: string | null;
    readonly bucket_name: string;
    readonly folder: string;
    readonly overwrite: boolean;
    readonly hold_doubtful: boolean;
    readonly waiting: number;
    readonly delivered: number;
    readonly failed: number;
    readonly held: number;
    readonly manifest: 'waiting' | 'delivered' | 'failed' | null;
    readonly problem: {
      readonly code: ErrorCode;
      readonly message: string;
    } | null;
    readonly ended_at: string | null;
  } | null;
  readonly credits?: number;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly expires_at: string | null;
};

export type CatalogItem = {
  readonly row: number;
  readonly sku: string;
  readonly variant: string;
  readonly slot: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly source: {
    readonly kind: 'upload' | 'url' | 'file' | 'bucket';
    readonly name: string;
  };
  readonly state:
    | 'waiting'
    | 'running'
    | 'done'
    | 'needs_review'
    | 'approved'
    | 'rejected'
    | 'failed'
    | 'skipped';
  readonly reason: {
    readonly code: ErrorCode;
    readonly message: string;
  } | null;
  readonly score: number | null;
  readonly doubts: readonly {
    readonly reason:
      | 'looks-differ'
      | 'at-border'
      | 'weak-contrast'
      | 'several-objects'
      | 'see-through'
      | 'unfit-for-set';
    readonly place: 'left' | 'right' | 'top' | 'bottom' | 'inside' | 'whole';
    readonly box: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
  }[];
  readonly review: {
    readonly reasons: readonly (
      | 'looks-differ'
      | 'at-border'
      | 'weak-contrast'
      | 'several-objects'
      | 'see-through'
      | 'small'
      | 'unsure'
      | 'fine-parts'
      | 'busy-ground'
    )[];
    readonly box: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    } | null;
    readonly made_box: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    } | null;
  } | null;
  readonly reused: boolean;
  readonly credits?: number;
  readonly outputs: readonly {
    readonly id: string;
    readonly name: string;
    readonly format: 'png' | 'jpeg' | 'webp' | 'avif';
    readonly width: number;
    readonly height: number;
    readonly bytes: number;
    readonly sha256: string;
    readonly unsigned_sha256: string;
    readonly scale: number | null;
    readonly findings:
      | readonly {
          readonly rule: string;
          readonly level: 'error' | 'warning';
          readonly message: string;
        }[]
      | null;
    readonly delivery: {
      readonly state: 'waiting' | 'delivered' | 'failed';
      readonly name: string;
      readonly reason: {
        readonly code: ErrorCode;
        readonly message: string;
      } | null;
    } | null;
    readonly url: string | null;
    readonly download_url: string | null;
  }[];
  readonly thumb_url: string | null;
  readonly photo_url: string | null;
  readonly photo_key: string | null;
  readonly has_scene: boolean;
};

export type Result = {
  readonly index: number;
  readonly url?: string;
  readonly download_url?: string;
  readonly image_key?: string;
  readonly content_type?: string;
  readonly width?: number;
  readonly height?: number;
  readonly confidence?: number;
  readonly foreground?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly doubts?: readonly {
    readonly reason:
      | 'looks-differ'
      | 'at-border'
      | 'weak-contrast'
      | 'several-objects'
      | 'see-through'
      | 'unfit-for-set';
    readonly place: 'left' | 'right' | 'top' | 'bottom' | 'inside' | 'whole';
    readonly box: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
  }[];
  readonly seed?: number;
  readonly recipe?: string;
  readonly edit_url?: string;
  readonly description?: string;
  readonly shop_texts?: {
    readonly en: {
      readonly title: string;
      readonly bullets: readonly string[];
      readonly alt_text: string;
    };
    readonly de: {
      readonly title: string;
      readonly bullets: readonly string[];
      readonly alt_text: string;
    };
    readonly fr: {
      readonly title: string;
      readonly bullets: readonly string[];
      readonly alt_text: string;
    };
    readonly es: {
      readonly title: string;
      readonly bullets: readonly string[];
      readonly alt_text: string;
    };
    readonly it: {
      readonly title: string;
      readonly bullets: readonly string[];
      readonly alt_text: string;
    };
  };
  readonly read_text?: readonly string[];
};

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly param?: string;
  readonly request_id: string;
  readonly credits_charged?: 0;
};

/** Cut a product out of its background. */
export type CreateCutoutInput = {
  /** A photo of the product */
  readonly image: PictureIn;
};

/** Remove or change a masked area; no pixel outside it changes. */
export type CreateEditInput = {
  /** A photo, or an earlier result */
  readonly image: PictureIn;
  /** White or opaque where something should change; same shape as the photo */
  readonly mask: PictureIn;
  /** Prompt for the masked area; without one it is removed */
  readonly prompt?: string;
};

/** Enlarge a picture two or four times. */
export type CreateUpscaleInput = {
  /** A photo, or an earlier result */
  readonly image: PictureIn;
  /** Scale factor for each side */
  readonly factor?: 2 | 4;
  /** How to enlarge: faithful adds nothing, detailed redraws edges. Default: "faithful" */
  readonly mode?: 'faithful' | 'detailed';
  /** Removes noise and JPEG artifacts before enlarging */
  readonly clean_up?: boolean;
};

/** Match the light on a product to the photo that it’s in. */
export type CreateHarmonizationInput = {
  /** The photo with the product already in it */
  readonly image: PictureIn;
  /** White or opaque where the product is; same shape as the photo */
  readonly mask: PictureIn;
  /** From 0, which changes nothing, to 1. Default: 0.6 */
  readonly strength?: number;
  /** light and ground of the photo; parts that are null or absent are estimated */
  readonly surroundings?: {
    readonly light: {
      readonly fromDeg: number;
      readonly heightDeg: number;
    } | null;
    readonly groundLine: number | null;
    readonly elevationDeg?: number | null;
    readonly warmth: number | null;
    readonly brightness: number | null;
  };
};

/** Describe the product in a photo; free while there is a credit left. */
export type CreateDescriptionInput = {
  /** A photo, or a cut-out */
  readonly image: PictureIn;
  /** The product’s name, quoted in its texts */
  readonly product_name?: string;
};

/** Place a product in a scene, or create a scene without one, in two or four variants; one credit for all variants. */
export type CreateSceneInput = {
  /** The product: a cut-out, or a photo whose background is removed first; without it, a scene without a product */
  readonly image?: PictureIn;
  /** A picture whose colors, light and mood to follow */
  readonly reference?: PictureIn;
  /** Product 2 of the scene: a cut-out */
  readonly image_2?: PictureIn;
  /** Product 3 of the scene: a cut-out */
  readonly image_3?: PictureIn;
  /** Product 4 of the scene: a cut-out */
  readonly image_4?: PictureIn;
  /** Product 5 of the scene: a cut-out */
  readonly image_5?: PictureIn;
  /** Product 6 of the scene: a cut-out */
  readonly image_6?: PictureIn;
  /** The scene in words: place, materials, colors, light; required without a product and without a set */
  readonly prompt?: string;
  /** Id of a studio set; by default one that suits the words and the product */
  readonly set_id?: string;
  /** Mood of the light. Default: "auto" */
  readonly light?:
    | 'auto'
    | 'as-composed'
    | 'soft-box'
    | 'hard-sun'
    | 'warm-morning'
    | 'golden-hour'
    | 'blue-hour'
    | 'spotlight'
    | 'overcast'
    | 'night';
  /** Up to four colors like #c0ffee for recolorable objects, most important first */
  readonly palette?: readonly string[];
  /** Changes of lamps by ID (key, fill, rim, env, practical): level (1 leaves the light as it is), warmth (-1 to 1) and color; lamps that a set lacks are ignored, and all of them with look */
  readonly lamps?: Readonly<
    Record<
      string,
      {
        readonly level: number;
        readonly warmth: number;
        readonly color?: string;
      }
    >
  >;
  /** Colors of parts of the set by ID, such as wall or table; parts that a set lacks are ignored, and all of them with look */
  readonly part_colors?: Readonly<Record<string, string>>;
  /** Placement of the product; by default on the scene’s stage */
  readonly placement?: Placement;
  /** The product’s shadow; by default the photo’s own if the scene has the photo’s camera angle, otherwise one from the scene’s light */
  readonly shadow?: {
    readonly kind: 'contact' | 'floating' | 'none' | 'photo';
    readonly directionDeg: number | null;
    readonly softness: number | null;
    readonly opacity: number;
  };
  /** Camera angle of the product’s photo; by default estimated from its outline */
  readonly view?: {
    readonly pose: 'stands' | 'lies' | 'hangs' | 'floats';
    readonly elevationDeg: number;
  };
  /** The `look` of an earlier scene, to continue its series with another product. It replaces prompt, set, reference, light, palette and seed, and makes one variant; placement, shadow and light_match override it where they are given. Other engines ignore it */
  readonly look?: {
    readonly setId: string;
    readonly isMirrored: boolean;
    readonly framing: 'usual' | 'near' | 'close-up' | 'wide';
    readonly light:
      | 'auto'
      | 'as-composed'
      | 'soft-box'
      | 'hard-sun'
      | 'warm-morning'
      | 'golden-hour'
      | 'blue-hour'
      | 'spotlight'
      | 'overcast'
      | 'night';
    readonly lights: Readonly<Record<string, readonly [number, number, number]>>;
    readonly exposure: number;
    readonly keySoftness: number;
    readonly tints: Readonly<Record<string, string>>;
    readonly seenTints: readonly string[];
    readonly isBurntOut: boolean;
    readonly place: {
      readonly x: number;
      readonly y: number;
      readonly size: number;
    };
    readonly view: {
      readonly pose: 'stands' | 'lies' | 'hangs' | 'floats';
      readonly elevationDeg: number;
    } | null;
    readonly shadow: {
      readonly kind: 'contact' | 'floating' | 'none' | 'photo';
      readonly directionDeg: number | null;
      readonly softness: number | null;
      readonly opacity: number;
    } | null;
    readonly shadowSource: 'photo' | 'computed' | 'none';
    readonly shadowFallsDeg: number | null;
    readonly matchPercent: number;
    readonly grain: number;
    readonly seed: number;
  } | null;
  /** How far the product’s light matches the scene, in percent; 0 leaves its pixels exactly as they are; by default 70 */
  readonly light_match?: number;
  /** Real-world size of the product; by default it goes on a table, unless the words say otherwise */
  readonly product_scale?: 'hand' | 'table' | 'furniture' | 'vehicle';
  /** The product’s main colors, from which the background stands apart; by default read from the picture */
  readonly product_colors?: readonly string[];
  /** Distance of the camera: near shows more of the product than usual, close-up little but the product, wide leaves room around it; words in the prompt come first; by default each variant has its own */
  readonly framing?: 'usual' | 'near' | 'close-up' | 'wide';
  /** The picture's shape: 5 is 16:10, 3 is 4:3, 4 is 3:2, 1 is 1:1, 6 is 3:4 */
  readonly aspect_ratio?: number;
  /** Makes the longer side 1280 pixels, or as many as larger_side, for any aspect ratio. Default: false */
  readonly larger_size?: boolean;
  /** With larger_size: pixels of the longer side; by default 1280 */
  readonly larger_side?: 1280 | 2048 | 3072 | 4096;
  /** Number of variants */
  readonly count?: 2 | 4;
  /** The same seed makes the same pictures */
  readonly seed?: number;
  /** Placement of image_2; by default in a row with the first product. If the first product has no placement, the scene places them together, as in a square in whose middle the first one is 0.3 wide */
  readonly placement_2?: Placement;
  /** Placement of image_3; by default in a row with the first product. If the first product has no placement, the scene places them together, as in a square in whose middle the first one is 0.3 wide */
  readonly placement_3?: Placement;
  /** Placement of image_4; by default in a row with the first product. If the first product has no placement, the scene places them together, as in a square in whose middle the first one is 0.3 wide */
  readonly placement_4?: Placement;
  /** Placement of image_5; by default in a row with the first product. If the first product has no placement, the scene places them together, as in a square in whose middle the first one is 0.3 wide */
  readonly placement_5?: Placement;
  /** Placement of image_6; by default in a row with the first product. If the first product has no placement, the scene places them together, as in a square in whose middle the first one is 0.3 wide */
  readonly placement_6?: Placement;
};

/** Upload a picture once, to use it in several calls by its key. */
export type CreateImageInput = {
  /** A picture */
  readonly image: PictureIn;
};

/** Answers: Upload a picture once, to use it in several calls by its key. */
export type CreateImageAnswer = {
  readonly image_key: string;
  readonly content_type: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
};

/** Query of: The jobs of the key’s member and mode, newest first. */
export type ListJobsQuery = {
  readonly limit?: number;
  /** `next_cursor` of the previous page */
  readonly cursor?: string;
};

/** Answers: The jobs of the key’s member and mode, newest first. */
export type ListJobsAnswer = {
  readonly data: readonly Job[];
  readonly next_cursor: string | null;
};

/** Answers: Studio sets for scenes. */
export type ListSetsAnswer = {
  readonly data: readonly Reference[];
};

/** Answers: Picture requirements of marketplaces, shops and feeds, as data with sources. */
export type ListChannelsAnswer = {
  readonly data: readonly {
    readonly id: string;
    readonly name: string;
    /** Date on which the oldest of its rules was checked */
    readonly checked_on: string;
    /** Recommended output unless other values are requested */
    readonly preferred: {
      readonly width: number;
      readonly height: number;
      readonly format: 'jpeg' | 'png' | 'webp';
      readonly on_white: boolean;
      /** Share of the frame that the product should fill, 0 to 1 */
      readonly fill: number;
    };
    readonly rules: readonly {
      /** Kind of rule: bytes, format, side, white, fill … */
      readonly rule: string;
      /** Consequence for a picture that breaks the rule */
      readonly level: 'refused' | 'advice';
      /** Checking the rule takes judgment; all others are exact */
      readonly judged: boolean;
      /** The requirement in a few words */
      readonly sentence: string;
      /** First day on which the rule applies */
      readonly from?: string;
      /** Last day on which the rule applies */
      readonly until?: string;
      readonly min?: number;
      /** In bytes, in pixels, or a share from 0 to 1, depending on the rule */
      readonly max?: number;
      readonly min_px?: number;
      readonly max_px?: number;
      /** Smallest background value, 0 to 255 */
      readonly min_level?: number;
      /** Per color channel */
      readonly max_bits?: number;
      /** The side that is measured */
      readonly of?: 'longer' | 'shorter' | 'width' | 'height';
      /** Purpose of the requirement */
      readonly purpose?: string;
      readonly formats?: readonly ('jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'gif' | 'tiff' | 'bmp')[];
      /** Allowed ratios of width to height */
      readonly ratios?: readonly (readonly number[])[];
      readonly asks?: 'rgb' | 'srgb';
      /** How the file must be named */
      readonly like?: 'gtin-14' | 'plain-letters';
      readonly source: {
        readonly title: string;
        /** Null if the rule comes from several pages that agree */
        readonly url: string | null;
        readonly checked_on: string;
        /** Stated by the channel itself, or reported by others */
        readonly confidence: 'stated' | 'reported';
      };
    }[];
    /** Requirements that can’t be checked from one picture */
    readonly unchecked: readonly {
      readonly sentence: string;
      readonly source: {
        readonly title: string;
        /** Null if the rule comes from several pages that agree */
        readonly url: string | null;
        readonly checked_on: string;
        /** Stated by the channel itself, or reported by others */
        readonly confidence: 'stated' | 'reported';
      };
    }[];
    /** Requirements for which no source was found */
    readonly unknown: readonly string[];
    /** For uploads by folder; null if any name works */
    readonly file_names: {
      readonly pattern: string;
      readonly slots: readonly string[];
    } | null;
  }[];
};

/** Answers: The key itself: its mode, scopes and expiry; its ceiling and remaining credits. */
export type ReadKeyAnswer = {
  readonly id: string;
  readonly name: string;
  readonly mode: 'live' | 'test';
  readonly starts_with: string;
  readonly scopes: readonly (
    | 'images:read'
    | 'images:write'
    | 'jobs:run'
    | 'recipes:read'
    | 'recipes:write'
    | 'catalog:write'
    | 'buckets:use'
    | 'usage:read'
  )[];
  readonly addresses: readonly string[];
  readonly expires_at: string | null;
  readonly monthly_ceiling: number | null;
  readonly spent_this_month: number;
  /** Work costs no credits now, because it’s a test key or its member has an unlimited plan */
  readonly works_for_free?: boolean;
  /** Credits left under its ceiling this month (UTC); null without a ceiling */
  readonly left_this_month: number | null;
  /** Credits of its member; absent without the scope `usage:read` */
  readonly credits?: number;
};

/** Query of: Calls, errors and response times by key, tool and day, and the latest calls; with their credits. */
export type ReadUsageQuery = {
  readonly days?: number;
  readonly key_id?: string;
  readonly tool?:
    | 'cut-out'
    | 'magic'
    | 'upscale'
    | 'refine'
    | 'export'
    | 'layers'
    | 'harmonize'
    | 'describe'
    | 'scene'
    | 'recipe';
};

/** Answers: Calls, errors and response times by key, tool and day, and the latest calls; with their credits. */
export type ReadUsageAnswer = {
  readonly data: {
    readonly total: {
      readonly calls: number;
      readonly errors: number;
      readonly p95_ms: number | null;
      readonly credits?: number;
    };
    readonly by_day: readonly {
      readonly calls: number;
      readonly errors: number;
      readonly p95_ms: number | null;
      readonly credits?: number;
      readonly day: string;
    }[];
    readonly by_key: readonly {
      readonly calls: number;
      readonly errors: number;
      readonly p95_ms: number | null;
      readonly credits?: number;
      readonly key_id: string;
      readonly name: string;
      readonly starts_with: string;
      readonly mode: 'live' | 'test';
      readonly has_ended: boolean;
    }[];
    readonly by_tool: readonly {
      readonly calls: number;
      readonly errors: number;
      readonly p95_ms: number | null;
      readonly credits?: number;
      readonly tool: string | null;
    }[];
    readonly last_calls: readonly {
      readonly request_id: string;
      readonly key_id: string;
      readonly key_name: string;
      readonly tool: string | null;
      readonly method: string;
      readonly route: string;
      readonly status: number;
      readonly code: string | null;
      readonly duration_ms: number;
      readonly credits?: number;
      readonly at: string;
    }[];
  };
};

/** Answers: What a problem code means. */
export type ReadProblemAnswer = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
};

/** Answers: All recipes of the key’s member in their latest version, by name. */
export type ListRecipesAnswer = {
  readonly data: readonly StoredRecipe[];
};

/** Save a recipe. */
export type CreateRecipeInput = {
  readonly name: string;
  readonly recipe: Recipe;
};

/** Query of: One recipe, in its latest or an earlier version. */
export type ReadRecipeQuery = {
  /** Defaults to the latest version */
  readonly version?: number;
};

/** Rename a recipe, or change it, which creates a new version. */
export type UpdateRecipeInput = {
  readonly name?: string;
  readonly recipe?: Recipe;
};

/** Query of: Catalogs of the key’s member, newest first. */
export type ListCatalogsQuery = {
  readonly limit?: number;
  /** `next_cursor` of the previous page */
  readonly cursor?: string;
};

/** Answers: Catalogs of the key’s member, newest first. */
export type ListCatalogsAnswer = {
  readonly data: readonly Catalog[];
  readonly next_cursor: string | null;
};

/** Create a catalog with a recipe and the first of up to 10,000 rows, or start it right away. */
export type CreateCatalogInput = {
  /** Defaults to the recipe’s name */
  readonly name?: string;
  /** A saved recipe; or send the recipe itself as `recipe` */
  readonly recipe_id?: string;
  /** Version of `recipe_id`; defaults to the latest */
  readonly version?: number;
  readonly recipe?: Recipe;
  /** Reuses earlier results of the same photo and recipe, free. Default: true */
  readonly only_changed?: boolean;
  /** The first rows. Default: [] */
  readonly items?: readonly {
    readonly sku: string;
    readonly variant?: string;
    readonly slot?: string;
    /** Default: {} */
    readonly columns?: Readonly<Record<string, string>>;
    readonly source:
      | {
          readonly kind: 'upload';
          readonly key: string;
          readonly file_name: string;
        }
      | {
          readonly kind: 'url';
          readonly url: string;
        }
      | {
          readonly kind: 'file';
          readonly file_name: string;
        };
  }[];
  /** Public photo URLs: one row each, after `items`, named after their files. Default: [] */
  readonly urls?: readonly string[];
  /** Every photo in a bucket folder: one row each, after the others; up to 10,000 */
  readonly from?: {
    readonly bucket_id: string;
    /** Relative to the folder that the bucket is limited to; empty for all of it */
    readonly folder?: string;
  };
  /** A bucket to deliver the files to, with manifest.csv */
  readonly to?: {
    readonly bucket_id: string;
    /** Relative to the folder that the bucket is limited to; empty for that folder itself */
    readonly folder?: string;
    /** Overwrites files with the same names that this run didn’t write; otherwise they stay and are reported. Default: false */
    readonly overwrite?: boolean;
    /** Delivers pictures to review only once they’re approved; false delivers them right away. Default: true */
    readonly hold_doubtful?: boolean;
  };
  /** Starts right away; a catalog that can’t start isn’t created. Default: false */
  readonly start?: boolean;
};

/** Answers: How long a catalog will take, and why it can’t start; and what it will cost. */
export type EstimateCatalogAnswer = {
  readonly photos: number;
  readonly files: number;
  readonly credits?: number;
  readonly balance?: number;
  readonly is_free?: boolean;
  readonly downloads?: {
    readonly all: number;
    readonly reviewed: number;
    readonly balance: number;
  } | null;
  readonly seconds: number;
  readonly example_names: readonly string[];
  readonly problems: readonly {
    readonly code:
      | 'RUN_EMPTY'
      | 'RUN_INCOMPLETE'
      | 'RUN_NAMES_COLLIDE'
      | 'OUT_OF_CREDITS'
      | 'LARGE_RUNS_NOT_IN_PLAN'
      | 'SMALL_RUNS_OF_DAY_USED';
    readonly message: string;
    readonly rows: readonly number[];
  }[];
};

/** Add up to 500 rows to a draft: URLs, or pictures from `POST /v1/images`. */
export type AddCatalogItemsInput = {
  /** Number of the first of these rows, from 1: repeating the call adds nothing, and `taken` lists the numbers that had other rows */
  readonly first_row: number;
  readonly items: readonly {
    readonly sku: string;
    readonly variant?: string;
    readonly slot?: string;
    /** Default: {} */
    readonly columns?: Readonly<Record<string, string>>;
    readonly source:
      | {
          readonly kind: 'upload';
          readonly key: string;
          readonly file_name: string;
        }
      | {
          readonly kind: 'url';
          readonly url: string;
        }
      | {
          readonly kind: 'file';
          readonly file_name: string;
        };
  }[];
};

/** Answers: Add up to 500 rows to a draft: URLs, or pictures from `POST /v1/images`. */
export type AddCatalogItemsAnswer = {
  readonly added: number;
  readonly taken: readonly number[];
  readonly items: number;
};

/** Query of: A range of a catalog’s rows, in one state or all, by number or most doubtful first. */
export type ListCatalogItemsQuery = {
  readonly state?:
    | 'waiting'
    | 'running'
    | 'done'
    | 'needs_review'
    | 'approved'
    | 'rejected'
    | 'failed'
    | 'skipped';
  /** `score`: most doubtful first; rows without a score come last. Default: "row" */
  readonly sort?: 'row' | 'score';
  readonly offset?: number;
  readonly limit?: number;
  /** `true`: includes links to the files, which are valid for an hour. Default: "false" */
  readonly links?: 'true' | 'false';
};

/** Answers: A range of a catalog’s rows, in one state or all, by number or most doubtful first. */
export type ListCatalogItemsAnswer = {
  readonly data: readonly {
    readonly row: number;
    readonly sku: string;
    readonly variant: string;
    readonly slot: string;
    readonly columns: Readonly<Record<string, string>>;
    readonly source: {
      readonly kind: 'upload' | 'url' | 'file' | 'bucket';
      readonly name: string;
    };
    readonly state:
      | 'waiting'
      | 'running'
      | 'done'
      | 'needs_review'
      | 'approved'
      | 'rejected'
      | 'failed'
      | 'skipped';
    readonly reason: {
      readonly code: ErrorCode;
      readonly message: string;
    } | null;
    readonly score: number | null;
    readonly doubts: readonly {
      readonly reason:
        | 'looks-differ'
        | 'at-border'
        | 'weak-contrast'
        | 'several-objects'
        | 'see-through'
        | 'unfit-for-set';
      readonly place: 'left' | 'right' | 'top' | 'bottom' | 'inside' | 'whole';
      readonly box: {
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
      };
    }[];
    readonly review: {
      readonly reasons: readonly (
        | 'looks-differ'
        | 'at-border'
        | 'weak-contrast'
        | 'several-objects'
        | 'see-through'
        | 'small'
        | 'unsure'
        | 'fine-parts'
        | 'busy-ground'
      )[];
      readonly box: {
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly made_box: {
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
      } | null;
    } | null;
    readonly reused: boolean;
    readonly credits: number;
    readonly outputs: readonly {
      readonly id: string;
      readonly name: string;
      readonly format: 'png' | 'jpeg' | 'webp' | 'avif';
      readonly width: number;
      readonly height: number;
      readonly bytes: number;
      readonly sha256: string;
      readonly unsigned_sha256: string;
      readonly scale: number | null;
      readonly findings:
        | readonly {
            readonly rule: string;
            readonly level: 'error' | 'warning';
            readonly message: string;
          }[]
        | null;
      readonly delivery: {
        readonly state: 'waiting' | 'delivered' | 'failed';
        readonly name: string;
        readonly reason: {
          readonly code: ErrorCode;
          readonly message: string;
        } | null;
      } | null;
      readonly url: string | null;
      readonly download_url: string | null;
    }[];
    readonly thumb_url: string | null;
    readonly photo_url: string | null;
    readonly photo_key: string | null;
    readonly has_scene: boolean;
  }[];
  readonly offset: number;
  readonly total: number;
};

/** Query of: Preview the first rows of a CSV or XLSX; with `mapping`, add all of them to a draft. */
export type AddCatalogTableQuery = {
  /** JSON; without it, nothing is added */
  readonly mapping?: string;
  /** `true`: adds nothing, even with a mapping; the response says how many rows it can use. Default: "false" */
  readonly only_show?: 'true' | 'false';
  /** Character encoding of a CSV; defaults to the likeliest of `readings` in the response */
  readonly encoding?:
    | 'utf-8'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1252'
    | 'windows-1250'
    | 'windows-1251'
    | 'shift_jis'
    | 'gb18030'
    | 'euc-kr'
    | 'big5'
    | 'windows-1254'
    | 'windows-1253'
    | 'windows-1257'
    | 'windows-1255'
    | 'windows-1256'
    | 'windows-874'
    | 'euc-jp'
    | 'iso-8859-2'
    | 'koi8-r'
    | 'macintosh'
    | 'x-mac-cyrillic'
    | 'ibm866'
    | 'cp437'
    | 'cp850'
    | 'cp852';
  /** Number of its first row in the catalog: repeating the call adds nothing, and `taken` lists the numbers that had other rows */
  readonly first_row?: number;
};

/** Answers: Preview the first rows of a CSV or XLSX; with `mapping`, add all of them to a draft. */
export type AddCatalogTableAnswer = {
  readonly columns: readonly string[];
  readonly first_rows: readonly (readonly string[])[];
  readonly rows: number;
  readonly usable: number;
  readonly mapping: {
    readonly sku: number | null;
    readonly variant: number | null;
    readonly slot: number | null;
    readonly file: number | null;
    readonly url: number | null;
    readonly own: readonly number[];
  };
  readonly problems: readonly {
    readonly row: number;
    readonly message: string;
  }[];
  readonly encoding:
    | 'utf-8'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1252'
    | 'windows-1250'
    | 'windows-1251'
    | 'shift_jis'
    | 'gb18030'
    | 'euc-kr'
    | 'big5'
    | 'windows-1254'
    | 'windows-1253'
    | 'windows-1257'
    | 'windows-1255'
    | 'windows-1256'
    | 'windows-874'
    | 'euc-jp'
    | 'iso-8859-2'
    | 'koi8-r'
    | 'macintosh'
    | 'x-mac-cyrillic'
    | 'ibm866'
    | 'cp437'
    | 'cp850'
    | 'cp852'
    | null;
  readonly readings: readonly {
    readonly encoding:
      | 'utf-8'
      | 'utf-16le'
      | 'utf-16be'
      | 'windows-1252'
      | 'windows-1250'
      | 'windows-1251'
      | 'shift_jis'
      | 'gb18030'
      | 'euc-kr'
      | 'big5'
      | 'windows-1254'
      | 'windows-1253'
      | 'windows-1257'
      | 'windows-1255'
      | 'windows-1256'
      | 'windows-874'
      | 'euc-jp'
      | 'iso-8859-2'
      | 'koi8-r'
      | 'macintosh'
      | 'x-mac-cyrillic'
      | 'ibm866'
      | 'cp437'
      | 'cp850'
      | 'cp852';
    readonly name: string;
    readonly sample: string;
  }[];
  readonly notices: readonly string[];
  readonly added: number;
  readonly taken: readonly number[];
};

/** Answers: The organization’s buckets that catalogs can read from and write to. */
export type ListBucketsAnswer = {
  readonly data: readonly {
    readonly id: string;
    readonly name: string;
    readonly endpoint: string | null;
    readonly region: string;
    readonly bucket: string;
    readonly folder: string;
    readonly access_key_id: string | null;
    readonly path_style: boolean;
    readonly may_read: boolean;
    readonly may_write: boolean;
    readonly open_runs: number;
    readonly created_at: string;
    readonly tried_at: string | null;
    readonly problem: {
      readonly code: ErrorCode;
      readonly message: string;
    } | null;
  }[];
};

/** Add every photo in a bucket folder to a draft; the key also needs `buckets:use`. */
export type AddCatalogBucketInput = {
  readonly bucket_id: string;
  /** Relative to the folder that the bucket is limited to; empty for all of it */
  readonly folder?: string;
};

/** Answers: Add every photo in a bucket folder to a draft; the key also needs `buckets:use`. */
export type AddCatalogBucketAnswer = {
  readonly added: number;
  readonly items: number;
  readonly skipped: {
    readonly no_photo: number;
    readonly too_large: number;
    readonly unusable_name: number;
  };
};

/** Retry failed deliveries to the catalog’s bucket, or deliver everything to another one; also needs `buckets:use`. */
export type DeliverCatalogInput = {
  /** Another destination; everything is delivered there again */
  readonly to?: {
    readonly bucket_id: string;
    /** Relative to the folder that the bucket is limited to; empty for that folder itself */
    readonly folder?: string;
    /** Overwrites files with the same names that this run didn’t write; otherwise they stay and are reported. Default: false */
    readonly overwrite?: boolean;
    /** Delivers pictures to review only once they’re approved; false delivers them right away. Default: true */
    readonly hold_doubtful?: boolean;
  };
  readonly overwrite?: boolean;
};

/** Match pictures from `POST /v1/images` by name to the rows that wait for a file. */
export type AttachCatalogFilesInput = {
  readonly files: readonly {
    readonly file_name: string;
    readonly key: string;
  }[];
};

/** Answers: Match pictures from `POST /v1/images` by name to the rows that wait for a file. */
export type AttachCatalogFilesAnswer = {
  readonly attached: number;
  readonly unmatched: readonly string[];
  readonly missing: number;
};

/** Redo a row with another picture, such as a corrected cut-out. */
export type UpdateCatalogItemInput = {
  readonly image_key: string;
};

/** Approve or reject rows that are done, or undo that. */
export type ReviewCatalogInput = {
  readonly decisions: readonly {
    readonly row: number;
    readonly decision: 'approve' | 'reject' | 'undo';
  }[];
};

/** Answers: Approve or reject rows that are done, or undo that. */
export type ReviewCatalogAnswer = {
  readonly rows: readonly number[];
};

/** Query of: A ZIP of a catalog’s files with its manifest, created while it is read; each photo costs one download credit the first time. */
export type ExportCatalogQuery = {
  /** Items to include; defaults to all that are done and not rejected */
  readonly state?:
    | 'waiting'
    | 'running'
    | 'done'
    | 'needs_review'
    | 'approved'
    | 'rejected'
    | 'failed'
    | 'skipped';
};

/** Query of: The outcome of each row, as CSV: hashes, sizes, alt texts, source types, verdicts; and credits. */
export type ReadManifestQuery = {
  /** Items to include; defaults to all that are done and not rejected */
  readonly state?:
    | 'waiting'
    | 'running'
    | 'done'
    | 'needs_review'
    | 'approved'
    | 'rejected'
    | 'failed'
    | 'skipped';
};

/** The newest version of the API when this was made: calls ask for it. */
export const API_VERSION = '2026-11-23';

/** Headers of answers. */
export type AnswerHeader =
  | 'x-request-id'
  | 'packshot-version'
  | 'ratelimit-policy'
  | 'ratelimit'
  | 'packshot-job'
  | 'packshot-credits-charged'
  | 'idempotency-replayed'
  | 'packshot-confidence'
  | 'packshot-foreground'
  | 'packshot-seed'
  | 'packshot-recipe'
  | 'packshot-edit-url'
  | 'location'
  | 'retry-after';

/** Where each operation is, and the pictures that it takes. */
export const OPERATIONS = {
  createCutout: {
    method: 'POST',
    path: '/v1/cutouts',
    pictures: ['image'],
    answers: ['image/png', 'application/json'],
  },
  createEdit: {
    method: 'POST',
    path: '/v1/edits',
    pictures: ['image', 'mask'],
    answers: ['image/png', 'application/json'],
  },
  createUpscale: {
    method: 'POST',
    path: '/v1/upscales',
    pictures: ['image'],
    answers: ['image/png', 'application/json'],
  },
  createHarmonization: {
    method: 'POST',
    path: '/v1/harmonizations',
    pictures: ['image', 'mask'],
    answers: ['image/png', 'application/json'],
  },
  createDescription: {
    method: 'POST',
    path: '/v1/descriptions',
    pictures: ['image'],
    answers: ['application/json'],
  },
  createScene: {
    method: 'POST',
    path: '/v1/scenes',
    pictures: ['image', 'reference', 'image_2', 'image_3', 'image_4', 'image_5', 'image_6'],
    answers: ['image/png', 'application/json'],
  },
  createImage: { method: 'POST', path: '/v1/images', pictures: ['image'], answers: ['application/json'] },
  listJobs: { method: 'GET', path: '/v1/jobs', pictures: [], answers: ['application/json'] },
  readJob: { method: 'GET', path: '/v1/jobs/{id}', pictures: [], answers: ['application/json'] },
  stopJob: { method: 'DELETE', path: '/v1/jobs/{id}', pictures: [], answers: ['application/json'] },
  watchJob: { method: 'GET', path: '/v1/jobs/{id}/events', pictures: [], answers: ['text/event-stream'] },
  readResult: { method: 'GET', path: '/v1/jobs/{id}/results/{index}', pictures: [], answers: ['image/png'] },
  takeFile: {
    method: 'GET',
    path: '/v1/files/{token}',
    pictures: [],
    answers: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'],
  },
  listSets: { method: 'GET', path: '/v1/sets', pictures: [], answers: ['application/json'] },
  listChannels: { method: 'GET', path: '/v1/channels', pictures: [], answers: ['application/json'] },
  readKey: { method: 'GET', path: '/v1/key', pictures: [], answers: ['application/json'] },
  readUsage: { method: 'GET', path: '/v1/usage', pictures: [], answers: ['application/json'] },
  readProblem: { method: 'GET', path: '/v1/problems/{code}', pictures: [], answers: ['application/json'] },
  listRecipes: { method: 'GET', path: '/v1/recipes', pictures: [], answers: ['application/json'] },
  createRecipe: { method: 'POST', path: '/v1/recipes', pictures: [], answers: ['application/json'] },
  readRecipe: { method: 'GET', path: '/v1/recipes/{id}', pictures: [], answers: ['application/json'] },
  updateRecipe: { method: 'PATCH', path: '/v1/recipes/{id}', pictures: [], answers: ['application/json'] },
  deleteRecipe: { method: 'DELETE', path: '/v1/recipes/{id}', pictures: [], answers: [] },
  listCatalogs: { method: 'GET', path: '/v1/catalogs', pictures: [], answers: ['application/json'] },
  createCatalog: { method: 'POST', path: '/v1/catalogs', pictures: [], answers: ['application/json'] },
  readCatalog: { method: 'GET', path: '/v1/catalogs/{id}', pictures: [], answers: ['application/json'] },
  deleteCatalog: { method: 'DELETE', path: '/v1/catalogs/{id}', pictures: [], answers: [] },
  estimateCatalog: {
    method: 'GET',
    path: '/v1/catalogs/{id}/estimate',
    pictures: [],
    answers: ['application/json'],
  },
  addCatalogItems: {
    method: 'POST',
    path: '/v1/catalogs/{id}/items',
    pictures: [],
    answers: ['application/json'],
  },
  listCatalogItems: {
    method: 'GET',
    path: '/v1/catalogs/{id}/items',
    pictures: [],
    answers: ['application/json'],
  },
  addCatalogTable: {
    method: 'POST',
    path: '/v1/catalogs/{id}/table',
    pictures: [],
    answers: ['application/json'],
  },
  listBuckets: { method: 'GET', path: '/v1/buckets', pictures: [], answers: ['application/json'] },
  addCatalogBucket: {
    method: 'POST',
    path: '/v1/catalogs/{id}/bucket',
    pictures: [],
    answers: ['application/json'],
  },
  deliverCatalog: {
    method: 'POST',
    path: '/v1/catalogs/{id}/deliver',
    pictures: [],
    answers: ['application/json'],
  },
  attachCatalogFiles: {
    method: 'POST',
    path: '/v1/catalogs/{id}/files',
    pictures: [],
    answers: ['application/json'],
  },
  changeCatalog: {
    method: 'POST',
    path: '/v1/catalogs/{id}/actions/{action}',
    pictures: [],
    answers: ['application/json'],
  },
  readCatalogItem: {
    method: 'GET',
    path: '/v1/catalogs/{id}/items/{row}',
    pictures: [],
    answers: ['application/json'],
  },
  updateCatalogItem: {
    method: 'PATCH',
    path: '/v1/catalogs/{id}/items/{row}',
    pictures: [],
    answers: ['application/json'],
  },
  reviewCatalog: {
    method: 'POST',
    path: '/v1/catalogs/{id}/review',
    pictures: [],
    answers: ['application/json'],
  },
  exportCatalog: {
    method: 'GET',
    path: '/v1/catalogs/{id}/export',
    pictures: [],
    answers: ['application/zip'],
  },
  readManifest: { method: 'GET', path: '/v1/catalogs/{id}/manifest', pictures: [], answers: ['text/csv'] },
} as const;
