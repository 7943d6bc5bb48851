/** Words about money in every language of the interface. */
const MONEY = /\b(?:charged|credits?|plan|berechnet|abgebucht|guthaben|tarif)\b/i;

/**
 * Removes sentences about money from a message, for a server without billing; leaves a message that has no other
 * sentences.
 */
export const withoutMoney = (message: string): string =>
  message
    .split(/(?<=[.!?]) /)
    .filter((sentence) => !MONEY.test(sentence))
    .join(' ') || message;
