export const RECIPES_PER_OWNER = 200;
export const RECIPE_NAME_MAX_LENGTH = 80;
export const RECIPE_OUTPUTS_MAX = 12;
export const OUTPUT_MAX_SIDE_PX = 6000;
export const OUTPUT_MIN_SIDE_PX = 16;
/** Maximum number of pixels in an output, so that a job with several outputs fits in memory. */
export const OUTPUT_MAX_PIXELS = 25_000_000;
export const RECIPE_FILE_MAX_BYTES = 128 * 1024;

export const RUNS_PER_OWNER = 100;
export const RUN_NAME_MAX_LENGTH = 120;
export const RUN_ITEMS_MAX = 10_000;
export const RUN_ITEMS_PER_CALL = 500;
/** Maximum number of custom columns in a table, besides the columns that Packshot interprets. */
export const OWN_COLUMNS_MAX = 20;
export const CELL_MAX_LENGTH = 500;
/** Number of characters read from a spreadsheet cell; the rest is ignored. */
export const CELL_READ_LENGTH = 32_767;
/** Longest SKU, in characters; also applies to variants and slots. */
export const SKU_MAX_LENGTH = 100;
export const TABLE_MAX_BYTES = 8 * 1024 * 1024;
export const TABLE_PREVIEW_ROWS = 8;
/** Longest file name of an output, in characters; file systems allow 255 bytes. */
export const FILE_NAME_MAX_LENGTH = 150;
export const NAME_PATTERN_MAX_LENGTH = 120;
/** Days for which the files of an ended run are kept. */
export const RUN_RETENTION_DAYS = 30;
/** Number of attempts before a row fails for a reason other than its photo. */
export const RUN_ITEM_TRIES = 3;

/** Scale of the product, relative to the photo, above which it counts as enlarged. */
export const ENLARGED_ABOVE = 1.05;

/** Size of the enlarged product in percent of its size in the photo; null if it wasn't enlarged. */
export const enlargedPercent = (scale: number | null): number | null =>
  scale !== null && scale > ENLARGED_ABOVE ? Math.round(scale * 100) : null;
