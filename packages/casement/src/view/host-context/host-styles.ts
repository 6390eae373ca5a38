import type { McpUiHostContext, McpUiTheme } from '../../protocol/schemas/index.ts'

/** The theme the document shows: its `data-theme`, else `dark` where that is a class of the root, else `light`. */
export function getDocumentTheme(): McpUiTheme {
  const { dataset, classList } = document.documentElement
  const named = dataset['theme']
  return named === 'dark' || named === 'light' ? named : classList.contains('dark') ? 'dark' : 'light'
}

/** Shows a theme: `data-theme`, and `color-scheme` so that `light-dark()` resolves; without the latter where it is opted out of (4.24). */
export function applyDocumentTheme(theme: McpUiTheme, { colorScheme = true }: { colorScheme?: boolean } = {}): void {
  const { dataset, style } = document.documentElement
  dataset['theme'] = theme
  if (colorScheme) style.colorScheme = theme
}

/** Sets the host's CSS variables on the root, or on another element. What is not a variable with a text value is left out. */
export function applyHostStyleVariables(
  variables: NonNullable<McpUiHostContext['styles']>['variables'],
  root: HTMLElement = document.documentElement,
): void {
  for (const [name, value] of Object.entries(variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value)
  }
}

let applied = false

/**
 * Adds the host's font CSS to the page, once: later calls change nothing, as in the official package. It goes into a
 * constructed sheet, which no `style-src` forbids; only CSS with `@import`, which such a sheet ignores, takes a `<style>`.
 */
export function applyHostFonts(css: string): void {
  if (applied) return
  applied = true
  if (/@import/i.test(css)) document.head.appendChild(document.createElement('style')).textContent = css
  else {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }
}
