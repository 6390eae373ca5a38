import type { McpUiHostContext, McpUiTheme } from '../../protocol/schemas/index.ts'

/** The theme of the document: its `data-theme`, else `dark` where the root has that class, else `light`. */
export function getDocumentTheme(): McpUiTheme {
  const { dataset, classList } = document.documentElement
  const { theme } = dataset
  if (theme === 'dark' || theme === 'light') return theme
  return classList.contains('dark') ? 'dark' : 'light'
}

/** Applies a theme: `data-theme`, and `color-scheme`, which `light-dark()` needs, unless `colorScheme` is false (4.24). */
export function applyDocumentTheme(theme: McpUiTheme, { colorScheme = true }: { colorScheme?: boolean } = {}): void {
  const { dataset, style } = document.documentElement
  dataset['theme'] = theme
  if (colorScheme) style.colorScheme = theme
}

/** Sets the host's CSS variables on the root, or on another element. Anything but a variable with a text value is skipped. */
export function applyHostStyleVariables(
  variables: NonNullable<McpUiHostContext['styles']>['variables'],
  root: HTMLElement = document.documentElement,
): void {
  for (const [name, value] of Object.entries(variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value)
  }
}

let isApplied = false

/**
 * Adds the host's font CSS to the page, once: later calls have no effect, as in the official package. It uses a
 * constructed style sheet, which no `style-src` blocks. Only CSS with `@import`, which such a sheet ignores, needs a `<style>`.
 */
export function applyHostFonts(css: string): void {
  if (isApplied || typeof css !== 'string') return
  isApplied = true
  if (/@import/i.test(css)) document.head.appendChild(document.createElement('style')).textContent = css
  else {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }
}
