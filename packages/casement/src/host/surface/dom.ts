/** A child of an element. `false`, null and undefined are skipped. */
export type Child = Node | string | false | null | undefined

/** Creates an element with attributes and children. A string becomes text, never markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children.filter((child): child is Node | string => child !== false && child !== null && child !== undefined))
  return element
}

const sheets = new Map<string, CSSStyleSheet>()

/** Adds style sheets to a shadow tree, each once. Unlike `<style>`, they are not subject to the page's content security policy. */
export function adoptStyles(root: Node, ...styles: readonly string[]): void {
  if (!(root instanceof ShadowRoot)) return
  for (const sheet of styles.map(sheetOf)) if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}

function sheetOf(css: string): CSSStyleSheet {
  const cached = sheets.get(css)
  if (cached) return cached
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  sheets.set(css, sheet)
  return sheet
}

/** The element that has the focus, in any open shadow tree. */
export function focusedElement(): HTMLElement | undefined {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active instanceof HTMLElement ? active : undefined
}
