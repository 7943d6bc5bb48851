/** Option as used by help, completion and the parser. */
export interface CommandOption {
  /** Name without the dashes. */
  readonly name: string;
  /** Single letter. */
  readonly short?: string;
  /** Placeholder of its value in help; undefined for a flag without a value. */
  readonly value?: string;
  /** Allowed values; listed by help and completion. */
  readonly choices?: readonly string[];
  /** The value is a file or folder, which completion offers. */
  readonly isPath?: true;
  /** Sentence in help. */
  readonly says: string;
}

/** Parsed options: the text of an option with a value, true for one without. */
type ParsedOptions = Readonly<Record<string, string | true | undefined>>;

export interface Arguments {
  readonly options: ParsedOptions;
  readonly operands: readonly string[];
}
