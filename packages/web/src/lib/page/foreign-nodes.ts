/**
 * Page translators and extensions put their own elements around text, or in its place. React then removes and inserts beside
 * nodes that have moved, and the browser throws. Here the element around such a node, or in its place, stands for it.
 */

/** Replacement of each node that has left the page. */
const substitutes = new WeakMap<Node, Node>();

/** A node that is in a page again stands for itself, so that no two ever stand for each other. */
function substitute(node: Node, added: Node): void {
  substitutes.delete(added);
  if (added !== node) substitutes.set(node, added);
}

/** The child of `parent` that holds a node now, or what stands for it; null when it is elsewhere. */
function childHolding(parent: Node, node: Node): Node | null {
  let child: Node | null | undefined = node;
  while (child && child.parentNode !== parent) child = child.parentNode ?? substitutes.get(child);
  return child ?? null;
}

/** Lets React work on a page that others change, too. Run it before anything is drawn. */
export function tolerateForeignNodes(): void {
  const { removeChild, insertBefore, replaceChild } = Node.prototype;
  const { replaceWith } = CharacterData.prototype;
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
  Node.prototype.replaceChild = function <Child extends Node>(this: Node, added: Node, child: Child): Child {
    substitute(child, added);
    replaceChild.call(this, added, child);
    return child;
  };
  const owner = Object.hasOwn(CharacterData.prototype, 'nodeValue')
    ? CharacterData.prototype
    : Node.prototype;
  const { set: setValue, ...nodeValue } = Object.getOwnPropertyDescriptor(owner, 'nodeValue') ?? {};
  // React writes new words into the text that it made, which a translator may have replaced.
  Object.defineProperty(owner, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      setValue?.call(this, value);
      const shown = this.parentNode ? undefined : substitutes.get(this);
      if (shown) shown.textContent = value;
    },
  });
  CharacterData.prototype.replaceWith = function (...added) {
    const [first] = added;
    if (first instanceof Node) substitute(this, first);
    replaceWith.apply(this, added);
  };
}
