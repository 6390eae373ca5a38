import { applyDocumentTheme, applyHostFonts, applyHostStyleVariables, type CoreApp } from 'casement/view'

/** Makes the page of a View look like its host, now and whenever that changes; `changed` runs after it did. */
export function followHost<View extends { readonly app: CoreApp }>(view: View, changed?: () => void): View {
  const { app } = view
  let applied: CoreApp['hostContext']
  const apply = (): void => {
    const { hostContext } = app
    if (!hostContext || hostContext === applied) return
    applied = hostContext
    const { theme, styles } = hostContext
    if (theme) applyDocumentTheme(theme)
    applyHostStyleVariables(styles?.variables)
    if (styles?.css?.fonts) applyHostFonts(styles.css.fonts)
    changed?.()
  }
  app.subscribe(apply)
  apply()
  return view
}
