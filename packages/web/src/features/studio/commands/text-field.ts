/** True for what text is typed into: its keys are its own. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=range], [type=radio]), textarea, [contenteditable]') !== null;
