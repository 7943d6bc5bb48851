/**
 * Scrolls the element's containers just far enough to show the whole element. Browsers do this for hidden focused
 * elements, but not for half-hidden ones. If an input is invisible and its label is visible instead, scrolls to the
 * label.
 */
export function bringIntoView(element: Element | null): void {
  const visibleElement = element?.matches('input') ? (element.closest('label') ?? element) : element;
  visibleElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
