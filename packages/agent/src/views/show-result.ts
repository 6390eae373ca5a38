import { App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables } from 'casement/view'

type Shown = NonNullable<App['toolResult']>

/** Connects the View, follows the theme of the host, and shows the result, or the error, in `<main>`. */
export async function showResult(name: string, draw: (result: Shown) => readonly Node[]): Promise<void> {
  const app = new App({ name, version: '1.0.0' })
  app.ontoolresult = (result) => {
    const text = result.content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n')
    const shown = result.isError ? [element('h1', 'It failed'), element('p', text, 'error')] : draw(result)
    document.querySelector('main')?.replaceChildren(...shown)
  }
  app.ontoolcancelled = () => document.querySelector('main')?.replaceChildren(element('p', 'The call was cancelled.', 'quiet'))
  app.subscribe(() => {
    const { theme, styles } = app.hostContext ?? {}
    if (theme) applyDocumentTheme(theme)
    applyHostStyleVariables(styles?.variables)
    if (styles?.css?.fonts) applyHostFonts(styles.css.fonts)
  })
  await app.connect()
}

/** An element with text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
  className = '',
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name)
  created.textContent = text
  created.className = className
  return created
}

/** A list with one entry per problem: a title, and lines below it. */
export function list(
  entries: readonly { readonly title: string; readonly kind: string; readonly lines: readonly string[] }[],
): HTMLUListElement {
  const created = element('ul', '')
  for (const { title, kind, lines } of entries) {
    const entry = element('li', '', kind)
    entry.append(element('strong', title), ...lines.map((line) => element('p', line)))
    created.append(entry)
  }
  return created
}

/** A part that is closed at first. */
export function folded(title: string, text: string): HTMLDetailsElement {
  const created = element('details', '')
  created.append(element('summary', title), element('pre', text))
  return created
}
