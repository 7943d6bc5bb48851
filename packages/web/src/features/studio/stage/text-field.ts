/** True for what text is typed into: its keys are its own. Switches, colors and sliders are no text. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=range], [type=radio], [type=checkbox], [type=color], [type=file], [type=button], [type=submit]), textarea, [contenteditable]',
  ) !== null;
