import type { CallToolResult, Client } from '@modelcontextprotocol/client'
import type { Frame, Page } from 'playwright-core'
import type { SandboxOptions } from '../../packages/casement/src/sandbox/index.ts'
import { serveSandbox } from '../../packages/casement/src/sandbox/node/index.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { viewFrame } from '../host/stage.ts'
import { answerPage } from '../lab/answer-page.mjs'
import { bundleScript } from '../lab/bundle.mjs'
import { PATIENCE } from '../lab/expression.mjs'

/** A tool of a server, shown in the page. In the page, `reports` has what the bridge could not make sense of or was refused. */
export interface Shown {
  readonly page: Page
  readonly view: Frame
  /** The result of the tool, which the View has received. */
  readonly result: CallToolResult
  /** Errors that the page and its frames logged or threw. */
  readonly errors: readonly string[]
  close(): Promise<void>
}

/** A host page on `mountApp` in Chromium, with a real sandbox; its client speaks to whichever server is shown. */
export interface Stage {
  /** Calls the tool on the server, and mounts its view with input and result. */
  show(client: Client, tool: string, input: Record<string, unknown>): Promise<Shown>
  close(): Promise<void>
}

/** Opens the stage with the policy that a host chooses. It shows one server at a time. */
export async function openStage(policy: SandboxOptions['policy'] = {}): Promise<Stage> {
  let shown: Client | undefined
  const script = await bundleScript(new URL('../host/page.ts', import.meta.url))
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title>
<style>body{margin:0}#app{width:700px}</style><div id="app"></div><script>${script}</script>`
  const served = await serveSandbox({
    policy,
    page(request) {
      if (shown && new URL(request.url).pathname === '/rpc') return answerPage(shown, request)
      return new Response(html, { headers: { 'Content-Type': 'text/html', 'Origin-Agent-Cluster': '?1' } })
    },
  })
  const browser = await openChromium()
  return {
    async show(client, tool, input) {
      shown = client
      const page = await browser.newPage({ viewport: { width: 720, height: 900 } })
      page.setDefaultTimeout(PATIENCE)
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(`${message.text()} (${message.location().url})`))
      page.on('pageerror', (error) => errors.push(String(error)))
      await page.goto(served.hostOrigin)
      const result = await client.callTool({ name: tool, arguments: input })
      await page.evaluate(`window.reports = []; mount('${tool}', {
        ...${JSON.stringify({ input, result })},
        bridge: {
          teardownTimeout: 200000,
          modelContext: host.createModelContext(),
          onreport: ({ reason, why, error }) => reports.push(reason + ': ' + why + ' ' + error),
        },
      }).then((mounted) => mounted.ready)`)
      return { page, view: await viewFrame(page), result, errors, close: () => page.close() }
    },
    async close() {
      await browser.close()
      await served.close()
    },
  }
}
