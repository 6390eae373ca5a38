// node examples/chat/start.mjs [--port 3300] [--data FOLDER]: builds what is missing, and starts the chat with its test provider.
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { runScript } from '../../scripts/run-script.mjs'
import { ensureBuild, ensureDependencies, say } from '../../scripts/setup.mjs'
import { buildChat } from './build.mjs'

const { values } = parseArgs({ options: { port: { type: 'string', default: '3300' }, data: { type: 'string' } } })

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })

await runScript(async () => {
  ensureDependencies(say)
  await ensureBuild(say)
  await buildChat()
  /** @type {typeof import('./chat.ts')} */
  const { startChat, USERS } = await import(new URL('dist/chat.js', import.meta.url).href)
  const chat = await startChat({ port: Number(values.port) || (await freePort()), dataDir: values.data })
  say(`Chat    ${chat.url}`)
  say(`Users   ${Object.keys(USERS).join(', ')} (no password)`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void chat.close())
})
