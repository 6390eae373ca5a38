import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import { applyDocumentTheme, applyHostFonts, applyHostStyleVariables } from '../index.ts'

/** Applies the host's theme and CSS variables, if it has any. */
export function applyThemeAndVariables({ theme, styles }: McpUiHostContext = {}): void {
  if (theme) applyDocumentTheme(theme)
  applyHostStyleVariables(styles?.variables)
}

/** Adds the host's fonts, if it has any. */
export function applyFonts({ styles }: McpUiHostContext = {}): void {
  if (styles?.css?.fonts) applyHostFonts(styles.css.fonts)
}

/** Applies the host's theme, CSS variables and fonts to the document. */
export function applyHostStyles(context?: McpUiHostContext): void {
  applyThemeAndVariables(context)
  applyFonts(context)
}

/** Calls the listener whenever the theme of the document may have changed, until unsubscribed. */
export function watchDocumentTheme(listener: () => void): Unsubscribe {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] })
  return () => observer.disconnect()
}
