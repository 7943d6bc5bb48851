/** Numbers of recipes and runs. */

export const RECIPES_PER_OWNER = 200;
export const RECIPE_NAME_MAX_LENGTH = 80;
export const RECIPE_OUTPUTS_MAX = 12;
/** Longest side of an output: as large as an enlarged picture may be. */
export const OUTPUT_MAX_SIDE_PX = 6000;
export const OUTPUT_MIN_SIDE_PX = 16;
/** A larger output would not fit into the memory of a job that makes several. */
export const OUTPUT_MAX_PIXELS = 25_000_000;
/** A recipe as a file: many times what the largest one takes. */
export const RECIPE_FILE_MAX_BYTES = 128 * 1024;

/** Runs that one owner may keep. */
export const RUNS_PER_OWNER = 100;
export const RUN_NAME_MAX_LENGTH = 120;
/** Photos of one run. */
export const RUN_ITEMS_MAX = 10_000;
/** Rows that one call adds, or that one page of a list has. */
export const RUN_ITEMS_PER_CALL = 500;
/** Columns of a table that belong to whoever made it, beside those that we read. */
export const OWN_COLUMNS_MAX = 20;
export const CELL_MAX_LENGTH = 500;
/** The most characters that a cell of a spreadsheet can have; the rest is not read. */
export const CELL_READ_LENGTH = 32_767;
/** What a photo is called in shops; also of a variant and a slot. */
export const SKU_MAX_LENGTH = 100;
/** A table of 10,000 rows with long addresses takes 3 MB. */
export const TABLE_MAX_BYTES = 8 * 1024 * 1024;
/** Rows of a table that are shown before it is taken. */
export const TABLE_PREVIEW_ROWS = 8;
/** A file name of an output; file systems end at 255 bytes. */
export const FILE_NAME_MAX_LENGTH = 150;
export const NAME_PATTERN_MAX_LENGTH = 120;
/** How long the files of a run are kept after it has ended. */
export const RUN_RETENTION_DAYS = 30;
/** How often an item is tried before it counts as failed, where the photo is not at fault. */
export const RUN_ITEM_TRIES = 3;

/** Above this scale a picture is called enlarged. */
export const ENLARGED_ABOVE = 1.05;

/** Size of an enlarged product in percent of its photo, or null if it wasn't enlarged. */
export const enlargedPercent = (scale: number | null): number | null =>
  scale !== null && scale > ENLARGED_ABOVE ? Math.round(scale * 100) : null;
