/** The configuration of the document, on the element of the running script, which is then removed. */
export function takeSettings(): unknown {
  const script = document.currentScript as HTMLScriptElement | null
  script?.remove()
  return JSON.parse(script?.dataset['settings'] ?? '{}')
}
