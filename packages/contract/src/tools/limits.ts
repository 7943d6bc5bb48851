/** Interval at which clients poll their tasks. */
export const POLL_INTERVAL_MS = 2000;

/**
 * Longest working time of a task, after which a client gives up with the catalog's message; the server's own deadline
 * is the same. Before it starts, a task may wait for the same time.
 */
export const POLL_GIVE_UP_MS = 5 * 60_000;
/** Longest waiting and working time of a task, as a multiple of the longest working time. */
export const WAIT_AND_WORK = 2;

export const UPLOAD_EXTENSIONS = ['.png', '.jpg', '.jpeg', '.heic'] as const;

/** Phones don't produce larger photos; larger uploads would only exhaust the memory. */
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024;

/**
 * Size limit for reading pictures made by the product: four bytes per pixel of the largest photo, plus the overhead of
 * a PNG. A cut-out of 50 megapixels is often larger than any photo that may be uploaded.
 */
export const MADE_PICTURE_MAX_BYTES = 256 * 1024 * 1024;

/** Longest side of an enlarged picture: poster size; 36 megapixels take 144 MB of RGBA. */
export const UPSCALE_MAX_SIDE_PX = 6000;

/**
 * Largest photo for the detailed mode. Takes about 70 s on two idle cores, of the 300 s after which clients give up, so
 * that a machine three times as slow or busy still finishes.
 */
export const UPSCALE_DETAILED_MAX_PIXELS = 4_000_000;

export const UPSCALE_FACTORS = [2, 4] as const;

export type UpscaleFactor = (typeof UPSCALE_FACTORS)[number];

/** `faithful` interpolates and adds nothing; `detailed` lets a network redraw edges. */
export const UPSCALE_MODES = ['faithful', 'detailed'] as const;

export type UpscaleMode = (typeof UPSCALE_MODES)[number];

/** Longest prompt of the magic tool, in characters; instructions are short. */
export const MAGIC_PROMPT_MAX_LENGTH = 300;

/** Longest description for suggesting scenes, in characters: ours are two sentences, which users may extend. */
export const DESCRIPTION_MAX_LENGTH = 2_000;

/** Longest product name, in characters. */
export const PRODUCT_NAME_MAX_LENGTH = 80;

/** Default degree of matching a product to its scene: 0 is none, 1 is the maximum. */
export const HARMONIZE_DEFAULT_STRENGTH = 0.6;

/** Longest scene prompt, in characters. */
export const SCENE_PROMPT_MAX_LENGTH = 500;

/** Numbers of variants per request: inclusive indices 0 to 1, or 0 to 3. */
export const GENERATE_COUNTS = [2, 4] as const;

export const GENERATE_DEFAULT_COUNT = 4;

/** Seeds have 31 bits, so that they are integers in every language and column. */
export const SEED_MAX = 2 ** 31 - 1;

/** Longer side of a scene with the larger-size option, in pixels; every studio set reaches it after cropping. */
export const SCENE_LARGER_SIDE_PX = 1280;

/** Possible longer sides of a scene with the larger-size option, in pixels. */
export const SCENE_LARGER_SIDES_PX = [SCENE_LARGER_SIDE_PX, 2048] as const;

export type SceneLargerSidePx = (typeof SCENE_LARGER_SIDES_PX)[number];

export const UPLOAD_POLICY_TTL_S = 10 * 60;

/** Lifetime of presigned links to stored objects: long enough for a slow phone, short enough to limit the damage of a leaked one. */
export const READ_URL_TTL_S = 60 * 60;

/** Longest side of the smaller rendition behind `std_url`. */
export const STANDARD_LONGEST_SIDE_PX = 1600;

/** Edges of correction strokes: they follow the picture's edges nearby, or exactly the user's stroke. */
export const REFINE_EDGES = ['picture', 'hand'] as const;

export type RefineEdges = (typeof REFINE_EDGES)[number];

/** Treatment of an object found in a marked area: it is added to the cut-out, removed, or all that remains. */
export const REFINE_FINDS = ['restore', 'erase', 'only'] as const;

export type RefineFind = (typeof REFINE_FINDS)[number];

/** Cap of the output canvas: applies if the larger-size option is off and both sides exceed it. */
export const OUTPUT_CANVAS_CAP_PX = 1024;

/** Alpha above which pixels count as visible content when cropping (0 to 255). */
export const ALPHA_VISIBLE_ABOVE = 10;

/** Alpha below which a pixel makes an image transparent (0 to 255). */
export const ALPHA_OPAQUE = 255;
