import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import { applyDocumentTheme, applyHostFonts, applyHostStyleVariables } from '../index.ts'

/** Shows the host's theme and CSS variables, where it has said any. */
export function applyThemeAndVariables({ theme, styles }: McpUiHostContext = {}): void {
  if (theme) applyDocumentTheme(theme)
  applyHostStyleVariables(styles?.variables)
}

/** Adds the host's fonts, where it has said any. */
export function applyFonts({ styles }: McpUiHostContext = {}): void {
  if (styles?.css?.fonts) applyHostFonts(styles.css.fonts)
}

/** Makes the document look like its host: theme, CSS variables and fonts. */
export function applyLook(context?: McpUiHostContext): void {
  applyThemeAndVariables(context)
  applyFonts(context)
}

/** Runs something whenever the theme of the document may have changed, until undone. */
export function watchDocumentTheme(changed: () => void): Unsubscribe {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] })
  return () => observer.disconnect()
}
