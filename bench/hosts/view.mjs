// The View that both hosts mount. Casement's `App` and the official one have the same API, so both run this code.

/** @param {typeof import('@modelcontextprotocol/ext-apps').App} App */
export function runView(App) {
  const app = new App({ name: 'bench', version: '1.0.0' }, {})
  app.ontoolresult = ({ structuredContent }) => {
    const { id, rows } = /** @type {{ id: number, rows: number }} */ (structuredContent)
    document.body.textContent = JSON.stringify(structuredContent)
    if (rows > 0) document.body.append(createTable(rows))
    // Straight to the page, past the relay and the bridge, which are being measured.
    window.top?.postMessage({ has: id }, /* opaque: a View does not know its host */ '*')
  }
  void app.connect()
}

/** A table in a box that scrolls, so that its Views are as high as others. @param {number} rows */
function createTable(rows) {
  const box = document.createElement('div')
  box.style.cssText = 'height: 80px; overflow: auto'
  const table = box.appendChild(document.createElement('table'))
  for (let index = 0; index < rows; index++) {
    const row = table.insertRow()
    for (let cell = 0; cell < 6; cell++) row.insertCell().textContent = `Cell ${cell} of row ${index}`
  }
  return box
}
