const MONEY = /\b(?:charged|credits?|plan)\b/i;

/** A message as a server without billing says it: without its sentences about money, unless it has no others. */
export const withoutMoney = (message: string): string =>
  message
    .split(/(?<=[.!?]) /)
    .filter((sentence) => !MONEY.test(sentence))
    .join(' ') || message;
