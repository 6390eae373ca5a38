/** What an element can be filled with. Nothing stands for no child. */
export type Child = Node | string | false | null | undefined

/** Makes an element with attributes and children. A string becomes text, never markup. */
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

/** Gives a shadow tree more of a look, once each, in a way that a page's content security policy cannot forbid. */
export function dress(root: Node, ...looks: readonly string[]): void {
  if (!(root instanceof ShadowRoot)) return
  for (const sheet of looks.map(sheetOf)) if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}

function sheetOf(css: string): CSSStyleSheet {
  const known = sheets.get(css)
  if (known) return known
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  sheets.set(css, sheet)
  return sheet
}

/** What has the focus, in whichever shadow tree it is. */
export function focused(): HTMLElement | undefined {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active instanceof HTMLElement ? active : undefined
}
