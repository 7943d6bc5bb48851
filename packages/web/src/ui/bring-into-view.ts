/**
 * Scrolls the element's containers just far enough to show all of it. Browsers do this for hidden focused elements, but
 * not for half-hidden ones. For an input whose label is visible instead, the label is used.
 */
export function bringIntoView(element: Element | null): void {
  const visibleElement = element?.matches('input') ? (element.closest('label') ?? element) : element;
  visibleElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
