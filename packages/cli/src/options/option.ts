/** An option as help, completion and the parser know it. */
export interface Option {
  /** Without the dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** What it takes, as help calls it; absent: nothing. */
  readonly value?: string;
  /** All that it may be; help and completion list them. */
  readonly choices?: readonly string[];
  /** What it takes is a file or folder: completion offers them. */
  readonly isPath?: true;
  /** Help's sentence. */
  readonly says: string;
}

/** What was given: the text of an option that takes something, true of one that takes nothing. */
type Given = Readonly<Record<string, string | true | undefined>>;

export interface Arguments {
  readonly options: Given;
  readonly operands: readonly string[];
}
