// A View in the manner of the official examples. It is compiled with `@modelcontextprotocol/ext-apps` standing for one of three packages.
import { App, applyDocumentTheme, applyHostStyleVariables, type McpUiHostContext } from '@modelcontextprotocol/ext-apps'

const app = new App({ name: 'weather', version: '1.0.0' }, { availableDisplayModes: ['inline', 'fullscreen'] })
const seen: Record<string, unknown> = {}

function applyContext({ theme, styles }: McpUiHostContext): void {
  if (theme) applyDocumentTheme(theme)
  if (styles?.variables) applyHostStyleVariables(styles.variables)
}

app.ontoolinput = ({ arguments: args }) => {
  seen['input'] = args
}
app.onhostcontextchanged = applyContext
app.onteardown = async () => {
  seen['teardown'] = true
  return {}
}
app.ontoolresult = ({ content, structuredContent }) => {
  seen['result'] = { content, structuredContent }
  void useEverything()
}

/** The code of an error: the View receives the server's, whatever stands between them. */
const codeOf = (call: Promise<unknown>): Promise<unknown> => call.then(String, ({ code }: { code?: unknown }) => typeof code)

async function useEverything(): Promise<void> {
  const { structuredContent } = await app.callServerTool({ name: 'refresh', arguments: { city: 'Bern' } })
  seen['refreshed'] = structuredContent
  seen['failed'] = (await app.callServerTool({ name: 'fail', arguments: {} })).isError
  seen['resource'] = (await app.readServerResource({ uri: 'notes://today' })).contents
  seen['missing resource'] = await codeOf(app.readServerResource({ uri: 'notes://never' }))
  seen['message'] = await app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'hello' }] })
  seen['link'] = await app.openLink({ url: 'https://example.com/' })
  seen['refused link'] = (await app.openLink({ url: 'https://refused.example/' })).isError
  seen['model context'] = await app.updateModelContext({ content: [{ type: 'text', text: 'picked 3' }] })
  seen['mode'] = await app.requestDisplayMode({ mode: 'fullscreen' })
  await app.sendLog({ level: 'info', data: 'done', logger: 'view' })
  document.body.dataset['done'] = 'true'
}

Object.assign(window, { seen })
document.body.insertAdjacentHTML('beforeend', '<p style="height: 123px; margin: 0">Weather</p>')
await app.connect()
seen['host'] = app.getHostVersion()?.name
const context = app.getHostContext()
seen['tool'] = context?.toolInfo?.tool.name
if (context) applyContext(context)
