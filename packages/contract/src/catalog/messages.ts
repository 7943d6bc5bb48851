import { messages } from '../text/translation.ts';

export const CATALOG_MESSAGES = messages({
  invalidRecipeName: 'Please use 1 to 80 printable characters.',
  invalidRunName: 'Please use 1 to 120 printable characters.',
  invalidNamePattern:
    'Please use letters, digits, spaces, . _ - and placeholders like {sku}, ending in .{ext}.',
  patternWithoutExtension: 'The name must end in .{ext}, so the file gets the right extension.',
  patternNotUnique: 'Two outputs would have the same file names. Add {channel} to the name pattern of each.',
  outputTooLarge: 'An output can have at most 25 megapixels.',
  outputIdTaken: 'Two outputs have the same channel. Rename one.',
  avifOutputTooLarge: 'AVIF files can have at most 16 megapixels. Choose a smaller size, or WebP.',
  invalidSku: 'Please use at most 100 printable characters.',
  invalidCell: 'This cell has unsupported characters, or is too long. Please change it.',
  invalidUrl: 'Please use a URL that starts with http:// or https://, without spaces.',
  tooManyOwnColumns: 'A row can have at most 20 custom columns.',
  recipeFileNotOurs: 'This isn’t a Packshot recipe, or it’s from a later release.',
  recipeFileWrong: 'This recipe cannot be used.',
  tooManyRecipes: 'You have 200 recipes, which is the limit. Please delete one first.',
  tooManyRuns: 'You have 100 runs, which is the limit. Please delete one first.',
  runNotReady:
    'The status of the run or photo doesn’t allow this. It may have just changed: reload the page to see it.',
  runHasNoBucket: 'This run has no bucket. Choose the bucket to which its files are delivered.',
  runTooLarge: 'A run can have at most 10,000 photos. Please start a second one.',
  runEmpty: 'Add photos first.',
  runIncomplete: 'Some rows have no photo yet. Add their files, or remove these rows.',
  runNamesCollide:
    'Two pictures would have the same file name. Add {slot}, {variant} or {row} to the name pattern, or make the rows different.',
  tableUnreadable: 'This table could not be read. Please save it as CSV (UTF-8) or XLSX and try again.',
  tableTooLarge: 'A table can have at most 8 MB, 10,000 rows and 100 columns.',
  oneRecipe: 'Send either recipe_id or recipe.',
  tooManyRowsAtOnce: 'Send at most 500 rows in one call, and add the others afterwards.',
  recipeInUse: 'An unfinished run uses this recipe.',
});
