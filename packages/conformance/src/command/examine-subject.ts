import { readFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import type { HostUnderTest } from '../adapters/host-under-test.ts'
import { serveCasementHost } from '../adapters/serve-casement.ts'
import { serveMcpUiHost, serveOfficialHost } from '../adapters/serve-others.ts'
import type { ExamineOptions, Report } from '../examiner/examine.ts'
import { examineHost } from '../host-vantage/examine-host.ts'
import { examineProxy } from '../proxy-vantage/examine-proxy.ts'
import { proxyAt } from '../proxy-vantage/stand.ts'
import { examineServer } from '../server-vantage/examine-server.ts'
import { examineView } from '../view-vantage/examine-view.ts'
import type { Subject } from './arguments.ts'

/** Which checks are made, and in which Chromium. */
export interface SubjectOptions extends Pick<ExamineOptions, 'only' | 'tags'> {
  readonly executablePath?: string | undefined
  /** In milliseconds. */
  readonly patience?: number | undefined
}

const HOSTS: Readonly<Record<string, () => Promise<HostUnderTest>>> = {
  casement: serveCasementHost,
  official: serveOfficialHost,
  'mcp-ui': serveMcpUiHost,
}

/** Examines whatever the command was called for. Rejects when it cannot be reached. */
export async function examineSubject(subject: Subject, options: SubjectOptions): Promise<Report[]> {
  if (subject.kind === 'server') return [await examineServer(subject.target, { ...options, timeout: options.patience })]
  if (subject.kind === 'view') return [await examineOneView(subject.view, options)]
  if (subject.kind === 'proxy') {
    await reach(subject.url)
    return [await withBrowser(options, (browser) => examineProxy(() => proxyAt(subject.url), { ...options, browser }))]
  }
  const reports: Report[] = []
  for (const name of subject.kind === 'host' ? [subject.host] : Object.keys(HOSTS)) {
    // One browser at a time.
    reports.push(await examineOneHost(name, options))
  }
  return reports
}

async function examineOneHost(name: string, options: SubjectOptions): Promise<Report> {
  const serve = HOSTS[name]
  if (!serve) {
    await reach(addressOf(name))
    return examineHost({ name, url: addressOf(name) }, options)
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

function addressOf(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new Error(`--host must be an http address or one of ${Object.keys(HOSTS).join(', ')}, not "${text}"`)
}

async function examineOneView(view: string, options: SubjectOptions): Promise<Report> {
  const html = /^https?:/.test(view) ? await fetchText(view) : await readFile(view, 'utf8')
  return withBrowser(options, (browser) => examineView({ html }, { ...options, name: view, browser }))
}

async function fetchText(url: string): Promise<string> {
  const response = await reach(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.text()
}

/** An answer of any kind: what is not there at all breaks no rule. */
async function reach(url: string): Promise<Response> {
  try {
    return await fetch(url)
  } catch (error) {
    throw new Error(`${url} cannot be reached`, { cause: error })
  }
}

async function withBrowser<T>(
  { executablePath }: SubjectOptions,
  use: (browser: Awaited<ReturnType<typeof chromium.launch>>) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}
