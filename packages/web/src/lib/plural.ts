/** "1 picture", "3 pictures"; `word` is one that takes an s. */
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
