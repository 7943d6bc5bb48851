/** Command-line option, as described by help and completion and read by the parser. */
export interface CommandOption {
  readonly name: string;
  readonly short?: string;
  /** Placeholder of the option's value in help; undefined for a flag, which has no value. */
  readonly value?: string;
  /** Allowed values of the option; listed by help and completion. */
  readonly choices?: readonly string[];
  /** Set if the option's value is a file or folder; completion then offers paths. */
  readonly isPath?: true;
  /** Set if the option may be given several times. */
  readonly isList?: true;
  readonly says: string;
}

type ParsedOptions = Readonly<Record<string, string | true | readonly string[] | undefined>>;

export interface Arguments {
  readonly options: ParsedOptions;
  readonly operands: readonly string[];
}
