/**
 * Lets React work with page translators and extensions, which wrap or replace text nodes: React then removes or
 * inserts next to nodes that have moved, and the browser throws. This module makes React use the wrapping or replacing
 * element in place of such a node.
 */

/** Element that replaces each node that has left the page. */
const substitutes = new WeakMap<Node, Node>();

/**
 * Records a node's replacement. A node that returns to the page loses its replacement, so that two nodes never replace
 * each other.
 */
function substitute(node: Node, added: Node): void {
  substitutes.delete(added);
  if (added !== node) substitutes.set(node, added);
}

/** Child of `parent` that contains a node or its replacement; null if neither is in `parent`. */
function childHolding(parent: Node, node: Node): Node | null {
  let child: Node | null | undefined = node;
  while (child && child.parentNode !== parent) child = child.parentNode ?? substitutes.get(child);
  return child ?? null;
}

/** Lets React work on a page that other programs change too. Must be called before the first render. */
export function tolerateForeignNodes(): void {
  const { removeChild, insertBefore, replaceChild } = Node.prototype;
  const { replaceWith } = CharacterData.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const holder = childHolding(this, child);
    if (holder) removeChild.call(this, holder);
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
  // React sets the text of its own text node, which a translator may have replaced.
  Object.defineProperty(owner, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      setValue?.call(this, value);
      const substituteNode = this.parentNode ? undefined : substitutes.get(this);
      if (substituteNode) substituteNode.textContent = value;
    },
  });
  CharacterData.prototype.replaceWith = function (...added) {
    const [first] = added;
    if (first instanceof Node) substitute(this, first);
    replaceWith.apply(this, added);
  };
}
