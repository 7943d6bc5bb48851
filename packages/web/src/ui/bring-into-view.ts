/**
 * Scrolls the element's containers just far enough to show all of it. Browsers do this for focused elements
 * that are hidden, but not for half-hidden ones. For an input drawn by its label, the label counts.
 */
export function bringIntoView(element: Element | null): void {
  const shown = element?.matches('input') ? (element.closest('label') ?? element) : element;
  shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
