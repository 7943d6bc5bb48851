/** Limits of recipes and runs. */

export const RECIPES_PER_OWNER = 200;
export const RECIPE_NAME_MAX_LENGTH = 80;
export const RECIPE_OUTPUTS_MAX = 12;
/** Longest side of an output; equals that of an enlarged picture. */
export const OUTPUT_MAX_SIDE_PX = 6000;
export const OUTPUT_MIN_SIDE_PX = 16;
/** Largest output for which a job with several outputs fits in memory. */
export const OUTPUT_MAX_PIXELS = 25_000_000;
/** Size limit of a recipe file: many times that of the largest recipe. */
export const RECIPE_FILE_MAX_BYTES = 128 * 1024;

/** Runs that an owner may keep. */
export const RUNS_PER_OWNER = 100;
export const RUN_NAME_MAX_LENGTH = 120;
/** Photos per run. */
export const RUN_ITEMS_MAX = 10_000;
/** Rows per call, and per page of a list. */
export const RUN_ITEMS_PER_CALL = 500;
/** Custom columns of a table, besides those that are read. */
export const OWN_COLUMNS_MAX = 20;
export const CELL_MAX_LENGTH = 500;
/** Most characters in a spreadsheet cell; the rest isn't read. */
export const CELL_READ_LENGTH = 32_767;
/** Longest SKU; also applies to variants and slots. */
export const SKU_MAX_LENGTH = 100;
/** Size limit of a table; 10,000 rows with long addresses take 3 MB. */
export const TABLE_MAX_BYTES = 8 * 1024 * 1024;
/** Rows of a table in its preview. */
export const TABLE_PREVIEW_ROWS = 8;
/** Longest file name of an output; file systems allow 255 bytes. */
export const FILE_NAME_MAX_LENGTH = 150;
export const NAME_PATTERN_MAX_LENGTH = 120;
/** Retention of a run's files after it has ended, in days. */
export const RUN_RETENTION_DAYS = 30;
/** Attempts per item before it counts as failed, if the photo isn't at fault. */
export const RUN_ITEM_TRIES = 3;

/** Scale above which a picture counts as enlarged. */
export const ENLARGED_ABOVE = 1.05;

/** Size of an enlarged product in percent of its photo, or null if it wasn't enlarged. */
export const enlargedPercent = (scale: number | null): number | null =>
  scale !== null && scale > ENLARGED_ABOVE ? Math.round(scale * 100) : null;
