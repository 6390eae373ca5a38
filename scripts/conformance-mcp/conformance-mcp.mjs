// npm run conformance:mcp [scenario…] [-- --write]
// Runs the official conformance suite for MCP against a server directly and through the gateway, and prints one table. Ends with 1 when
// a scenario has another result through the gateway. --write puts the table into docs/mcp-conformance.md.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { createGateway } from '@casement/gateway'

const PAGE = new URL('../../docs/mcp-conformance.md', import.meta.url)
const COMMAND = fileURLToPath(new URL('../../node_modules/.bin/conformance', import.meta.url))
const run = promisify(execFile)

const { values: flags, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
})

/** The names of the suite's scenarios for servers. */
async function listScenarios() {
  const { stdout } = await run(COMMAND, ['list', '--server'])
  const [servers = ''] = stdout.split('Client scenarios')
  return [...servers.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name)
}

/** The suite sends no token, so this adds one. @param {number} port @param {string} token */
async function addToken(port, token) {
  const proxy = createServer((incoming, response) => {
    const own = `localhost:${/** @type {import('node:net').AddressInfo} */ (proxy.address()).port}`
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    if (headers.host === own) headers.host = `localhost:${port}`
    if (headers.origin === `http://${own}`) headers.origin = `http://localhost:${port}`
    const forwarded = send({ host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port: own } = /** @type {import('node:net').AddressInfo} */ (proxy.address())
  return { url: `http://localhost:${own}/mcp/everything`, close: () => proxy.closeAllConnections() ?? proxy.close() }
}

/** Passed and failed checks of a scenario. @param {string} scenario @param {string} url */
async function check(scenario, url) {
  const { stdout } = await run(COMMAND, ['server', '--url', url, '--scenario', scenario], { timeout: 60_000 }).catch(
    (error) => error,
  )
  const output = String(stdout ?? '')
  const [, passed = '', total = '', warnings = ''] = /Passed: (\d+)\/(\d+), \d+ failed, (\d+) warnings/.exec(output) ?? []
  if (total === '') return { result: 'no result', output }
  // Nothing was checked, so nothing passed.
  if (total === '0') return { result: `no checks, ${warnings} warnings`, output }
  const warned = warnings === '0' ? '' : `, ${warnings} warnings`
  return { result: `${passed === total ? 'passed' : 'failed'} (${passed} of ${total}${warned})`, output }
}

const script = fileURLToPath(new URL('everything-server.mjs', import.meta.url))
const server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
const [port] = await once(server.stdout, 'data')
const direct = `http://localhost:${String(port).trim()}/mcp`
const pages = mkdtempSync(join(tmpdir(), 'casement-conformance-'))
const gateway = await createGateway({
  port: 0,
  pages,
  servers: { everything: { url: direct.replace('localhost', '127.0.0.1') } },
})
await gateway.ready
const proxied = await addToken(gateway.port, gateway.secret)

const known = await listScenarios()
const rows = []
let differences = 0
for (const scenario of named.length > 0 ? named : known) {
  const alone = await check(scenario, direct)
  const through = await check(scenario, proxied.url)
  const isSame = alone.result === through.result
  if (!isSame) {
    differences++
    console.error(`${scenario}, through the gateway:\n${through.output}`)
  }
  rows.push([`\`${scenario}\``, alone.result, through.result, isSame ? 'yes' : '**no**'])
}
const head = ['Scenario', 'Server directly', 'Through the gateway', 'Same']
const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
console.log(table)
console.log(`${rows.length} scenarios, ${differences} with another result through the gateway`)
if (flags.write) {
  const marks = /(<!-- conformance -->\n)[^]*(<!-- \/conformance -->)/
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(marks, (_, open, close) => `${open}\n${table}\n\n${close}`),
  )
}
proxied.close()
await gateway.close()
server.kill()
rmSync(pages, { recursive: true })
process.exitCode = differences > 0 ? 1 : 0
