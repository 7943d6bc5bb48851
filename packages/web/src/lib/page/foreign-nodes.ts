/**
 * Page translators and extensions put their own elements around text, or take it away. React then removes and inserts beside
 * nodes that have moved, and the browser throws. Here the element around such a node stands for it.
 */

/** The child of `parent` that holds a node now; null when it is elsewhere. */
function childHolding(parent: Node, node: Node): Node | null {
  let child: Node | null = node;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child;
}

/** Lets React work on a page that others change, too. Run it before anything is drawn. */
export function tolerateForeignNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const held = childHolding(this, child);
    if (held) removeChild.call(this, held);
    return child;
  };
  Node.prototype.insertBefore = function <Added extends Node>(
    this: Node,
    added: Added,
    before: Node | null,
  ): Added {
    insertBefore.call(this, added, before && childHolding(this, before));
    return added;
  };
}
