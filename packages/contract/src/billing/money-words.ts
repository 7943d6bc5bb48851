/** Words about money in every language of the interface. */
const MONEY = /\b(?:charged|credits?|plan|berechnet|abgebucht|guthaben|tarif)\b/i;

/** Message for a server without billing: omits sentences about money, unless there are no others. */
export const withoutMoney = (message: string): string =>
  message
    .split(/(?<=[.!?]) /)
    .filter((sentence) => !MONEY.test(sentence))
    .join(' ') || message;
