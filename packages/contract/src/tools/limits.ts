export const POLL_INTERVAL_MS = 2000;

/**
 * Longest time that a task may run: after it, the server stops the task unless the operator has set another limit. A
 * task may wait for the same time before it starts. Clients give up after this time without news of their tasks.
 */
export const POLL_GIVE_UP_MS = 5 * 60_000;
/** Longest waiting and running time together, as a multiple of the longest running time. */
export const WAIT_AND_WORK = 2;

export const UPLOAD_EXTENSIONS = ['.png', '.jpg', '.jpeg', '.heic'] as const;

export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024;

/**
 * Size limit for reading pictures made by the product, in bytes: four bytes per pixel of the largest photo, plus the
 * overhead of a PNG. A cut-out of 50 megapixels is often larger than any photo that may be uploaded.
 */
export const MADE_PICTURE_MAX_BYTES = 256 * 1024 * 1024;

/** Longest side of an enlarged picture: poster size; 36 megapixels take 144 MB of RGBA. */
export const UPSCALE_MAX_SIDE_PX = 6000;

/**
 * Maximum pixels of a photo for the detailed mode. Such a photo takes about 70 s on two idle cores; clients give up
 * after 300 s, so that a machine three times as slow or busy still finishes.
 */
export const UPSCALE_DETAILED_MAX_PIXELS = 4_000_000;

export const UPSCALE_FACTORS = [2, 4] as const;

export type UpscaleFactor = (typeof UPSCALE_FACTORS)[number];

/** `faithful` interpolates and adds nothing; `detailed` lets a network redraw edges. */
export const UPSCALE_MODES = ['faithful', 'detailed'] as const;

export type UpscaleMode = (typeof UPSCALE_MODES)[number];

export const MAGIC_PROMPT_MAX_LENGTH = 300;

/** Longest description for suggesting scenes, in characters. */
export const DESCRIPTION_MAX_LENGTH = 2_000;

export const PRODUCT_NAME_MAX_LENGTH = 80;

/** Default strength of matching a product to its scene: 0 is none, 1 is the maximum. */
export const HARMONIZE_DEFAULT_STRENGTH = 0.6;

export const SCENE_PROMPT_MAX_LENGTH = 500;

/** Number of variants per request: two (indices 0 and 1) or four (indices 0 to 3). */
export const GENERATE_COUNTS = [2, 4] as const;

export const GENERATE_DEFAULT_COUNT = 4;

/** Largest seed: 31 bits, so that seeds are integers in every programming language and database column. */
export const SEED_MAX = 2 ** 31 - 1;

/** Default longer side of a scene with the larger-size option, in pixels. */
export const SCENE_LARGER_SIDE_PX = 1280;

/** Possible longer sides of a scene with the larger-size option, in pixels. */
export const SCENE_LARGER_SIDES_PX = [SCENE_LARGER_SIDE_PX, 2048, 3072, 4096] as const;

export type SceneLargerSidePx = (typeof SCENE_LARGER_SIDES_PX)[number];

export const UPLOAD_POLICY_TTL_S = 10 * 60;

/**
 * Lifetime of presigned links to stored objects, in seconds: long enough for a slow phone, short enough to limit the
 * damage of a leaked link.
 */
export const READ_URL_TTL_S = 60 * 60;

/** Longest side of the smaller rendition behind `std_url`, in pixels. */
export const STANDARD_LONGEST_SIDE_PX = 1600;

/** Borders of correction strokes: they follow nearby edges of the picture, or are exactly the user's stroke. */
export const REFINE_EDGES = ['picture', 'hand'] as const;

export type RefineEdges = (typeof REFINE_EDGES)[number];

/** Treatment of an object found in a marked area: added to the cut-out, removed, or all that remains of it. */
export const REFINE_FINDS = ['restore', 'erase', 'only'] as const;

export type RefineFind = (typeof REFINE_FINDS)[number];

/** Largest side of the output canvas in pixels; applies if the larger-size option is off and both sides exceed it. */
export const OUTPUT_CANVAS_CAP_PX = 1024;

/** Alpha above which pixels count as visible content when cropping (0 to 255). */
export const ALPHA_VISIBLE_ABOVE = 10;

/** Alpha below which a pixel makes an image transparent (0 to 255). */
export const ALPHA_OPAQUE = 255;
