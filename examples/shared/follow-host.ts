import { applyDocumentTheme, applyHostFonts, applyHostStyleVariables, type CoreApp } from 'casement/view'

/** Makes the page look like its host, now and whenever that changes. */
export function followHost(app: CoreApp): void {
  app.addEventListener('hostcontextchanged', () => {
    const { theme, styles } = app.hostContext ?? {}
    if (theme) applyDocumentTheme(theme)
    applyHostStyleVariables(styles?.variables)
    if (styles?.css?.fonts) applyHostFonts(styles.css.fonts)
  })
}
