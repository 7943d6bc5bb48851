/**
 * Scrolls what lies around an element no further than it takes to see all of it. For what is focused browsers do so when
 * it is hidden, not when it stands half in sight. A choice that is drawn by its label is as large as that.
 */
export function bringIntoView(element: Element | null): void {
  const shown = element?.matches('input') ? (element.closest('label') ?? element) : element;
  shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
