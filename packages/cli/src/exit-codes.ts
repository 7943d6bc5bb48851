export const EXIT = { done: 0, someFailed: 1, wrongUsage: 2, interrupted: 130, terminated: 143 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_WORDS: Readonly<Record<ExitCode, string>> = {
  0: 'Everything was done, or was there already.',
  1: 'Some photos failed; each said why, and the others are done.',
  2: 'The command was wrong. Nothing was begun.',
  130: 'It was interrupted (Ctrl-C). No file is half written; the same command goes on from there.',
  143: 'It was told to end (SIGTERM), with the same care.',
};
