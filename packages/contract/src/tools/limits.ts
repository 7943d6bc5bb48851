/** How often a client asks for the state of its tasks. */
export const POLL_INTERVAL_MS = 2000;

/**
 * A client gives up on a task with the catalog's message when it has been at work for this long; the server's own deadline is the
 * same. Until it begins, a task may wait for as long again.
 */
export const POLL_GIVE_UP_MS = 5 * 60_000;
/** How long a task may wait and work together, in the time that it may work. */
export const WAIT_AND_WORK = 2;

export const UPLOAD_EXTENSIONS = ['.png', '.jpg', '.jpeg', '.heic'] as const;

/** Larger photos than this do not come out of phones; more would only be an attack on memory. */
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024;

/**
 * Largest picture that is read of what was made here: four bytes for each pixel of the largest photo, and room for what
 * a PNG adds. A cut-out of 50 megapixels is often larger than any photo that may be sent.
 */
export const MADE_PICTURE_MAX_BYTES = 256 * 1024 * 1024;

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

/** What a product is called, in characters: a name, not a text. */
export const PRODUCT_NAME_MAX_LENGTH = 80;

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

/** Longer sides that a scene with the larger-size option can have, in pixels. */
export const SCENE_LARGER_SIDES_PX = [SCENE_LARGER_SIDE_PX, 2048] as const;

export type SceneLargerSidePx = (typeof SCENE_LARGER_SIDES_PX)[number];

export const UPLOAD_POLICY_TTL_S = 10 * 60;

/** Presigned links to stored objects; long enough for a slow phone, short enough that a leaked one dies. */
export const READ_URL_TTL_S = 60 * 60;

/** Longest side of the quick-to-show rendition behind `std_url`. */
export const STANDARD_LONGEST_SIDE_PX = 1600;

/** What the rim of a correcting brush follows: the picture's own edges near it, or nothing but the hand. */
export const REFINE_EDGES = ['picture', 'hand'] as const;

export type RefineEdges = (typeof REFINE_EDGES)[number];

/** What becomes of an object that is found where somebody drew around it: it comes into the cut-out, goes, or is all that stays. */
export const REFINE_FINDS = ['restore', 'erase', 'only'] as const;

export type RefineFind = (typeof REFINE_FINDS)[number];

/** The output canvas is capped to this square when the larger-size option is off and both sides exceed it. */
export const OUTPUT_CANVAS_CAP_PX = 1024;

/** Pixels with more alpha than this are visible content when cropping (0 to 255). */
export const ALPHA_VISIBLE_ABOVE = 10;

/** Any pixel with less alpha than this makes an image transparent (0 to 255). */
export const ALPHA_OPAQUE = 255;
