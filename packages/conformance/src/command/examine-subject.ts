import { readFile } from 'node:fs/promises'
import { isHttpAddress } from '@casement/doctor/command-line'
import { chromium, type Browser } from 'playwright-core'
import { casementProxies } from '../adapters/casement-proxies.ts'
import type { HostUnderTest } from '../adapters/host-under-test.ts'
import { serveCasementHost } from '../adapters/serve-casement.ts'
import { serveMcpUiHost, serveOfficialHost } from '../adapters/serve-others.ts'
import type { ExamineOptions, Report, Result } from '../suite/examine.ts'
import { examineHost } from '../host-target/examine-host.ts'
import { examineProxy } from '../proxy-target/examine-proxy.ts'
import { reach } from '../run/reach.ts'
import { proxyAt } from '../proxy-target/stand.ts'
import { CHROMIUM_ARGS } from '../run/chromium-args.ts'
import { examineServer } from '../server-target/examine-server.ts'
import { openServer } from '../server-target/server-subject.ts'
import { examineView } from '../view-target/examine-view.ts'
import type { Subject, ToolData } from './arguments.ts'

/** Which checks are made, and in which Chromium. */
export interface SubjectOptions extends Pick<ExamineOptions, 'only' | 'tags'> {
  readonly executablePath?: string | undefined
  /** In milliseconds. */
  readonly patience?: number | undefined
  /** Where the page is that frames a proxy; any port that is free unless given. */
  readonly port?: number | undefined
  readonly onresult?: ((result: Pick<Result, 'id'>, done: number, all: number) => void) | undefined
}

const HOSTS: Readonly<Record<string, () => Promise<HostUnderTest>>> = {
  casement: serveCasementHost,
  official: serveOfficialHost,
  'mcp-ui': serveMcpUiHost,
}

/** Examines the targets of the command in sequence. Throws if one cannot be reached. */
export async function* examineSubject(subject: Subject, options: SubjectOptions): AsyncGenerator<Report> {
  if (subject.kind === 'server') yield await examineServer(subject.target, { ...options, timeout: options.patience })
  if (subject.kind === 'view') yield await examineOneView(subject, options)
  if (subject.kind === 'proxy') yield* examineProxies(subject.proxy, options)
  if (subject.kind === 'host') yield await examineOneHost(subject.host, options)
  if (subject.kind === 'all-hosts') for (const name of Object.keys(HOSTS)) yield await examineOneHost(name, options)
}

async function examineOneHost(name: string, options: SubjectOptions): Promise<Report> {
  const serve = HOSTS[name]
  if (!serve) {
    return examineHost({ name, url: addressOf('--host', name, Object.keys(HOSTS)) }, options)
  }
  const host = await serve().catch((error: unknown) => {
    throw new Error(`the host "${name}" cannot be built: are its packages installed?`, { cause: error })
  })
  try {
    return await examineHost(host, options)
  } finally {
    await host.close()
  }
}

async function* examineProxies(proxy: string, options: SubjectOptions): AsyncGenerator<Report> {
  if (proxy !== 'casement') {
    const examined = proxyAt(addressOf('--proxy', proxy, ['casement']))
    yield await withBrowser(options, (browser) => examineProxy(() => examined, { ...options, browser }))
    return
  }
  for (const start of Object.values(casementProxies))
    yield await withBrowser(options, (browser) => examineProxy(start, { ...options, browser }))
}

async function examineOneView(
  { view, data, host }: Extract<Subject, { kind: 'view' }>,
  options: SubjectOptions,
): Promise<Report> {
  const text = isHttpAddress(view) ? undefined : await readFile(view, 'utf8')
  const { input, result } = data.from === 'arguments' ? data : await callForData(data, options.patience)
  return withBrowser(options, async (browser) => {
    const html = text ?? (await fetchText(browser, view))
    const name = host ? `${view} in ${host.title}` : view
    return examineView({ html, input, result, host: host?.settings }, { ...options, name, browser })
  })
}

/** Calls a tool of the server, so that its View is examined with real data. */
async function callForData({ target, tool }: Extract<ToolData, { from: 'server' }>, timeout: number | undefined) {
  const { subject, close } = openServer(target, { timeout, tool })
  try {
    const { facts } = await subject.diagnosis()
    const [call] = facts.calls
    if (!call) {
      const missing =
        tool === undefined ? 'the server has no read-only tool with a View' : `the server has no tool "${tool}" with a View`
      throw new Error(`${missing}; name one with --tool, or pass --input and --result`)
    }
    if (!call.answer.ok) throw new Error(`the tool "${call.tool}" failed: ${call.answer.message}; pass --input and --result`)
    return { input: call.input, result: call.answer.value }
  } finally {
    await close()
  }
}

/** Fetched by the browser, which resolves names below `.localhost`; Node does not. */
async function fetchText(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage({ javaScriptEnabled: false })
  try {
    return await (await reach(page, url)).text()
  } finally {
    await page.close()
  }
}

function addressOf(option: string, text: string, names: readonly string[]): string {
  if (isHttpAddress(text)) return text
  throw new Error(`${option} must be an http address or ${names.length > 1 ? 'one of ' : ''}${names.join(', ')}, not "${text}"`)
}

async function withBrowser<T>({ executablePath }: SubjectOptions, use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ args: [...CHROMIUM_ARGS], ...(executablePath && { executablePath }) })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}
