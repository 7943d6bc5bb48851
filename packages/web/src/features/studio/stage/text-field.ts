/** True for text inputs, in which keys type text. Switches, colors and sliders don't count. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=range], [type=radio], [type=checkbox], [type=color], [type=file], [type=button], [type=submit]), textarea, [contenteditable]',
  ) !== null;
