// The View that both hosts mount. Casement's `App` and the official one have the same surface, so both run these lines.

/** @param {typeof import('@modelcontextprotocol/ext-apps').App} App */
export function runView(App) {
  const app = new App({ name: 'bench', version: '1.0.0' }, {})
  app.ontoolresult = ({ structuredContent }) => {
    document.body.textContent = JSON.stringify(structuredContent)
    // Straight to the page, past relay and bridge, which are what is measured.
    window.top?.postMessage(
      { has: /** @type {any} */ (structuredContent).id },
      /* opaque: a View does not know who shows it */ '*',
    )
  }
  void app.connect()
}
