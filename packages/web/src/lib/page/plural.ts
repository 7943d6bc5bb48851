/** "1 picture", "3 pictures"; for words with a regular plural. */
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
