/** Messages about recipes and runs. */
export const CATALOG_MESSAGES = {
  invalidRecipeName: 'Please use 1 to 80 printable characters.',
  invalidRunName: 'Please use 1 to 120 printable characters.',
  invalidNamePattern:
    'Please use letters, digits, spaces, . _ - and placeholders like {sku}, ending in .{ext}.',
  patternWithoutExtension: 'A name ends in .{ext}, so that the file is called what it is.',
  patternNotUnique: 'Two outputs would have the same names. Put {channel} into the pattern of each.',
  outputTooLarge: 'An output has at most 25 megapixels.',
  outputIdTaken: 'Two outputs have the same id.',
  avifOutputTooLarge: 'AVIF files can have at most 16 megapixels. Choose a smaller size, or WebP.',
  invalidSku: 'Please use at most 100 printable characters.',
  tooManyOwnColumns: 'A run keeps at most 20 columns of your own.',
  recipeFileNotOurs: 'This is not a recipe of Packshot, or of a later release.',
  tooManyRecipes: 'You have 200 recipes. Please delete one first.',
  tooManyRuns: 'You have 100 runs. Please delete one first.',
  runNotReady: 'This cannot be done with the run as it is now.',
  runTooLarge: 'A run has at most 10,000 photos. Please make a second one.',
  runEmpty: 'Add photos first.',
  runIncomplete: 'Some rows have no photo yet. Add their files, or remove these rows.',
  runNamesCollide:
    'Two pictures would have the same file name. Put {slot}, {variant} or {row} into the name pattern, or make the rows differ.',
  tableUnreadable: 'This table could not be read. Please save it as CSV (UTF-8) or XLSX and try again.',
  tableTooLarge: 'A table has at most 8 MB, 10,000 rows and 100 columns.',
  oneRecipe: 'Send either recipe_id or recipe.',
  tooManyRowsAtOnce: 'Send at most 500 rows in one call, and add the others afterwards.',
  recipeInUse: 'A run that is not finished uses this recipe.',
} as const;
