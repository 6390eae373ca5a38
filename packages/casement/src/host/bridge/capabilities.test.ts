import { expect, test } from 'vitest'
import { STYLE_VARIABLE_KEYS } from '../../protocol/schemas/style-variables.ts'
import { isToolVisibilityAppOnly } from '../../protocol/resource/visibility.ts'
import { AppBridge } from './app-bridge.ts'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import { INTRODUCTION, settled, stage } from '../test-support/staged.ts'

const FULL = {
  name: 'x',
  version: '1.2',
  title: 'The X',
  description: 'does x',
  websiteUrl: 'https://x.example',
  icons: [{ src: 'https://x.example/x.png', mimeType: 'image/png', sizes: ['48x48'] }],
}

test('R-116 both sides introduce themselves with all that MCP has for it', async () => {
  const [near, far] = memoryChannels()
  const sent: { result?: { hostInfo?: unknown } }[] = []
  far.listen((message) => sent.push(message as object))
  const bridge = new AppBridge(null, FULL)
  await bridge.connect(near)
  far.post({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: { ...INTRODUCTION, appInfo: FULL } })
  await settled()
  expect(sent[0]?.result?.hostInfo).toEqual(FULL)
  expect(bridge.getAppVersion()).toEqual(FULL)
})

test('R-141 tools of the app and tools of the server are declared apart', async () => {
  const { bridge, shake } = await stage()
  const { result } = await shake({ ...INTRODUCTION, appCapabilities: { tools: { listChanged: true } } })
  expect(result?.['hostCapabilities']).not.toHaveProperty('serverTools')
  expect(bridge.getAppCapabilities()).toEqual({ tools: { listChanged: true } })
})

test('R-175 the size of the room travels in the context alone', async () => {
  const { bridge, shake, notes, sent } = await stage({ hostContext: { containerDimensions: { width: 300, maxHeight: 900 } } })
  await shake()
  bridge.setHostContext({ containerDimensions: { width: 500, maxHeight: 900 } })
  await settled()
  expect(notes()).toEqual(['ui/notifications/host-context-changed'])
  expect(sent.at(-1)?.params).toEqual({ containerDimensions: { width: 500, maxHeight: 900 } })
})

test('R-188 colours for both themes cross as they are, R-195 and there is no spacing among the variables', async () => {
  const variables = { '--color-background-primary': 'light-dark(#fff, #111)' }
  const { shake } = await stage({ hostContext: { styles: { variables } } })
  expect((await shake()).result?.['hostContext']).toEqual({ styles: { variables } })
  expect(STYLE_VARIABLE_KEYS.filter((key) => /spac|gap|padding|margin/.test(key))).toEqual([])
})

test('R-203 the tools for the model are those that it may see', () => {
  const tool = (name: string, visibility?: string[]): { name: string; _meta: object } => ({
    name,
    _meta: { ui: { ...(visibility && { visibility }) } },
  })
  const tools = [tool('both'), tool('app', ['app']), tool('model', ['model']), tool('all', ['model', 'app'])]
  expect(tools.filter((each) => !isToolVisibilityAppOnly(each)).map(({ name }) => name)).toEqual(['both', 'model', 'all'])
})

test('R-219 a result that comes when the View is gone is nobody’s problem', async () => {
  const { bridge, shake, sent } = await stage()
  await shake()
  await bridge.close()
  const before = sent.length
  await bridge.sendToolResult({ content: [] })
  await settled()
  expect(sent).toHaveLength(before)
})

test('R-221 a cancellation without a reason has params all the same', async () => {
  const { bridge, shake, sent } = await stage()
  await shake()
  await bridge.sendToolCancelled({})
  await settled()
  expect(sent.at(-1)).toMatchObject({ method: 'ui/notifications/tool-cancelled', params: {} })
})

test('R-260 members that nobody asked for do not make a request wrong', async () => {
  const { ask, shake } = await stage({ gate: { consent: { levels: { 'ui/message': 'allow' } } } }, (bridge) => {
    bridge.onmessage = async () => ({})
  })
  await shake()
  const params = { role: 'user', content: [{ type: 'text', text: 'hi' }], _meta: { 'com.example/x': 1 }, more: true }
  expect(await ask('ui/message', params)).toMatchObject({ result: {} })
})

test('R-264 a call that the client holds up while the user signs in has all the time it takes', async () => {
  let signIn: (() => void) | undefined
  const signedIn = new Promise<void>((resolve) => (signIn = resolve))
  const { clock, post, sent, shake } = await stage({
    client: {
      listTools: async () => ({ tools: [{ name: 'guarded', inputSchema: { type: 'object' } }] }),
      async callTool() {
        await signedIn
        return { content: [{ type: 'text', text: 'welcome' }] }
      },
    },
  })
  await shake()
  post({ id: 'call', method: 'tools/call', params: { name: 'guarded' } })
  await settled()
  clock.wind(5 * 60_000)
  await settled()
  expect(sent.some(({ id }) => id === 'call')).toBe(false)
  signIn?.()
  await settled()
  expect(sent.find(({ id }) => id === 'call')).toMatchObject({ result: { content: [{ text: 'welcome' }] } })
})
