/** What the document was prepared with: it stands on the element of the running script, which is then removed. */
export function takeSettings(): unknown {
  const script = document.currentScript as HTMLScriptElement | null
  script?.remove()
  return JSON.parse(script?.dataset['settings'] ?? '{}')
}
