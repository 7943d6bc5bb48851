/** Joins class names and leaves out whatever is false, null or undefined. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
