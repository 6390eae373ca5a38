import { mcpAppScript } from '../../server/mcp-app-script.ts'

/** A View that shows the messages it receives, and sends a request with each of its buttons. `more` runs before it connects. */
export const probeView = (more = ''): string => `<!doctype html><html lang="en"><head><title>Probe</title>
<style>body{margin:0;font:16px system-ui}</style></head><body>
<h1>A probe</h1><p role="status">nothing yet</p><p id="theme"></p>
<label>Word <input></label>
<button id="look">Look it up</button><button id="tell">Tell the model</button><button id="link">Open the page</button>
${mcpAppScript({ tag: true })}<script>
const status = document.querySelector('[role=status]')
const said = (result) => result.content.map(({ text }) => text).join(' ')
const show = (text) => { status.textContent = text }
const app = new McpApp({ name: 'probe', version: '1.0.0' })
app.ontoolresult = (result) => show(said(result))
app.ontoolcancelled = (reason) => show('cancelled: ' + reason)
app.onhostcontextchanged = ({ theme }) => { document.querySelector('#theme').textContent = theme }
const doing = (id, act) => document.querySelector(id).addEventListener('click', () => act().then(show, (error) => show('failed: ' + error.message)))
doing('#look', async () => said(await app.callServerTool('look', { word: document.querySelector('input').value })))
doing('#tell', async () => JSON.stringify(await app.sendMessage('user', 'hello')))
doing('#link', async () => JSON.stringify(await app.openLink('https://example.com/page')))
${more}
app.connect().then(({ hostContext }) => app.onhostcontextchanged(hostContext))
</script></body></html>`
