/**
 * Patterns of British spellings, as parts of words so that they are found in identifiers too. They don't match words
 * that are spelled the same in American English.
 */
export const BRITISH: readonly RegExp[] = [
  // Ending in -our
  /(?:arm|behavi|col|end(?=eavour)e?av|fav|flav|harb|hon|hum|lab|neighb|rum|sav|vap|vig)our/i,
  // Ending in -re
  /(?:(?<!con)cent|fib|(?:centi|deci|kilo|milli)met|lit|meag|somb|spect|theat)re(?![a-km-rt-z])/i,
  // Ending in -ise or -yse
  /(?:author|character|custom|digit|emphas|equal|final|general|harmon|initial|local|maxim|memor|minim|normal|optim|organ|parametr|penal|priorit|quant|random|raster|real|recogn|sanit|serial|special|stabil|standard|styl|summar|symbol|synchron|token|util|visual)is(?:e(?!m)|ing|ation)/i,
  /(?:anal|catal|paral)ys(?:e(?!s)|ing)/i,
  // With a doubled l
  /(?:bevel|cancel|channel|dial|fuel|jewel|label|level|marvel|model|panel|pencil|quarrel|signal|swivel|total|travel|tunnel)l(?:ed(?!by)|ing|er|ous)/i,
  // Other single words
  /aluminium|artefact|catalogue|cheque|dialogue|gr(?:ey|eyish|eyscale)(?![a-z]*hound)|jewellery|judgement|licence|manoeuvre|mould|plough|programmes?(?![a-z])|sceptic|tyre/i,
  /(?<![a-z])(?:ageing|amongst|defence|draught|enrol|fulfil|kerb|learnt|offence|pretence|skilful|spelt|storey|whilst)(?![a-z])/i,
];

/** British spelling that has to stay, such as in an external name. */
export interface Exception {
  readonly files: RegExp;
  readonly word: RegExp;
  readonly why: string;
}

const ANYWHERE = /^/;
const ANY_WORD = /^/;

export const EXCEPTIONS: readonly Exception[] = [
  { files: ANYWHERE, word: /^(?:toColourspace|pipelineColourspace|grey16)$/, why: 'Names of sharp.' },
  {
    files:
      /^packages\/image-engine\/src\/(?:pixels\/(?:color\/color-names|words\/(?:prompts|scene-prompt)\/)|testing\/asked-)/,
    word: ANY_WORD,
    why: 'Words that people write: both spellings are understood.',
  },
  {
    files: /^packages\/server\/src\/platform\/database\/migrations\//,
    word: ANY_WORD,
    why: 'A migration that was applied is not edited.',
  },
  {
    files: /^packages\/server\/src\/(?:uploads\/schema|tools\/task-feed)\.ts$/,
    word: /^(?:judgement|task_cancelled)$/,
    why: 'Names of a column and a channel, made by such migrations.',
  },
  { files: ANYWHERE, word: /^TASK_CANCELLED$/, why: 'A code of the API.' },
  {
    files:
      /^packages\/(?:contract\/src\/tools\/tasks|server\/src\/tools\/routes|server\/test\/http\/access\.test|web\/src\/lib\/api\/api-client\.test|web\/src\/features\/studio\/shell\/real-services)\.ts$/,
    word: /^cancelled$/,
    why: 'A field of the API.',
  },
  {
    files:
      /^(?:docs\/agents\.md|packages\/server\/(?:src\/compat\/mcp\/running-calls|test\/http\/mcp\.test)\.ts)$/,
    word: /^cancelled$/,
    why: 'A message of the Model Context Protocol.',
  },
  {
    files: /^packages\/web\/src\/features\/studio\/batch\//,
    word: /^cancelled$/,
    why: 'How the state of a photo is kept in browsers.',
  },
  { files: ANYWHERE, word: /^generationCancelled$/, why: 'A name of the shell’s state that was agreed on.' },
  {
    files: /^packages\/web\/src\/features\/studio\/model\/(?:migrations|document\.test)\.ts$/,
    word: /^colour$/,
    why: 'What older documents hold.',
  },
  { files: /^docs\/german-terms\.md$/, word: ANY_WORD, why: 'German words.' },
  { files: /^CHANGELOG\.md$/, word: /licence/i, why: 'What it was called before.' },
  { files: /^tools\/check\/spelling\//, word: ANY_WORD, why: 'The list itself.' },
];
