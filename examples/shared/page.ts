/** The element of the page at a selector. */
export function find<T extends Element = HTMLElement>(selector: string, kind?: abstract new () => T): T {
  const found = document.querySelector(selector)
  if (!found || (kind && !(found instanceof kind))) throw new Error(`The page has no ${selector}`)
  return found as T
}

/** A new element with attributes and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}
