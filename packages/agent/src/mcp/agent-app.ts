import { examineServer, type Result } from '@casement/conformance'
import {
  examine,
  explainFailure,
  openSession,
  RenderFailure,
  renderView,
  type DoctorReport,
  type RenderedView,
} from '@casement/doctor'
import { createProject, TEMPLATES } from 'casement/create'
import { defineApp, result, tool, type ToolContext } from 'casement/server'
import { z } from 'zod'
import { searchDocs } from '../docs/search-docs.ts'
import { folderInside } from './project-folder.ts'
import { diagnosis, messages, profile, renderedCall, rendering, sections, server, verdicts } from './schemas.ts'
import { findServer, type ServerOptions } from './servers.ts'
import { writeDiagnosis, writeRendering } from './write-text.ts'

/** Options of `createAgentApp`. */
export interface AgentOptions extends ServerOptions {
  /** True if `render`, `trace` and `doctor` may call tools that do not declare `readOnlyHint`. Default false. */
  readonly act?: boolean | undefined
  /** The browser. Default: an installed Chromium, Chrome or Edge. */
  readonly browser?: string | undefined
}

const TIMEOUT = 30_000
const MAX_EXCERPT = 1500

/** Reports each step of a long operation as progress. */
function stepsOf({ progress }: ToolContext): (text: string) => void {
  let step = 0
  return (text) => void progress(++step, undefined, text)
}

type RenderedCall = z.infer<z.ZodObject<typeof renderedCall>>

async function render(
  { server: name, ...call }: RenderedCall,
  options: AgentOptions,
  context: ToolContext,
): Promise<RenderedView> {
  const { act = false, browser } = options
  try {
    const { signal } = context
    return await renderView(findServer(name, options), {
      ...call,
      act,
      readOnly: !act,
      browser,
      signal,
      timeout: TIMEOUT,
      onProgress: stepsOf(context),
    })
  } catch (error) {
    if (!(error instanceof RenderFailure)) throw error
    const hint =
      error.code === 'tool-not-read-only' ? ' Call it with the tool "call", and pass its result to this tool as "result".' : ''
    throw new Error(`${error.code}: ${error.message}${hint}`, { cause: error })
  }
}

/** Sends one request to a server and closes the connection. */
async function callTool(
  options: AgentOptions,
  name: string | undefined,
  params: { name: string; arguments: object },
  signal: AbortSignal,
): Promise<unknown> {
  const target = findServer(name, options)
  const session = await openSession(target, TIMEOUT).catch((error: unknown) => {
    const { code, cause, evidence, fix } = explainFailure(error, target)
    throw new Error(`${code}: ${cause} ${evidence}. ${fix}`, { cause: error })
  })
  const close = (): void => void session.close().catch(() => {})
  signal.addEventListener('abort', close, { once: true })
  try {
    return await session.request('tools/call', params, TIMEOUT)
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

const diagnosisOf = ({ ok, server: { address }, notices, findings }: DoctorReport) => ({
  ok,
  address,
  notices: [...notices],
  findings: findings.map(({ code, severity, cause, evidence, fix, sample, tool: of, resourceUri }) => ({
    code,
    severity,
    cause,
    evidence,
    fix,
    sample,
    ...(of !== undefined && { tool: of }),
    ...(resourceUri !== undefined && { resourceUri }),
  })),
})

/** Why a check did not pass. */
function reasonOf(finding: Result['finding']): string {
  if ('seen' in finding) return `Seen: ${finding.seen}. Wanted: ${finding.wanted}.`
  return 'why' in finding ? finding.why : ''
}

const READ_ONLY = { readOnlyHint: true, destructiveHint: false, openWorldHint: true } as const
const WRITES = { readOnlyHint: false, destructiveHint: true, openWorldHint: true } as const

/** The MCP server for coding agents, to be served with `serve` of `casement/server`. Longer than a screen: one entry per tool. */
export function createAgentApp(options: AgentOptions) {
  // With --act, tools that may change something are called.
  const examining = options.act ? WRITES : READ_ONLY
  return defineApp({
    name: 'casement',
    version: '0.0.0',
    title: 'Casement',
    instructions:
      'Build MCP Apps: search_docs for how to, scaffold for a new project, render to see a View, doctor when it is blank or wrong.',
    view: { folder: new URL('../../dist/views/', import.meta.url), prefersBorder: true },
    budget: { model: 64 * 1024 },
    tools: {
      doctor: tool({
        title: 'Find out why an app does not render',
        description:
          'Checks an MCP server and its Views, in a browser too, and returns each problem with evidence, cause and fix.',
        input: {
          server,
          tool: z.string().optional().describe('Check only this tool. Default: all tools'),
          static: z.boolean().optional().describe('Skip the checks that need a browser; takes about a second'),
          profile,
        },
        output: diagnosis,
        annotations: examining,
        view: 'doctor',
        run: async (input, context) => {
          const report = await examine(findServer(input.server, options), {
            tool: input.tool,
            static: input.static,
            profiles: [input.profile ?? 'strict'],
            calls: options.act ? 'named' : 'read-only',
            act: options.act,
            browser: options.browser,
            timeout: TIMEOUT,
            signal: context.signal,
            onProgress: stepsOf(context),
          })
          const found = diagnosisOf(report)
          return result({ model: writeDiagnosis(found), view: found })
        },
      }),
      render: tool({
        title: 'Render a View',
        description:
          'Calls a tool of an MCP server, shows its View in a headless browser, and returns a screenshot, the accessibility tree, console, policy violations and exceptions. Calls only tools that declare readOnlyHint.',
        input: renderedCall,
        output: rendering,
        annotations: examining,
        view: 'render',
        run: async (input, context) => {
          const rendered = await render(input, options, context)
          const { ok, tool: name, resourceUri, size, accessibilityTree } = rendered
          const { problems, exceptions, violations, console, withheld } = rendered
          const view = {
            ok,
            tool: name,
            resourceUri,
            size,
            problems: [...problems],
            exceptions: [...exceptions],
            violations: [...violations],
            console: [...console],
            withheld: [...withheld],
            accessibilityTree,
          }
          const image = { type: 'image' as const, data: rendered.png.toString('base64'), mimeType: 'image/png' }
          return result({ model: [{ type: 'text', text: writeRendering(view) }, image], view })
        },
      }),
      trace: tool({
        title: 'Trace a View',
        description: 'Renders a View as the tool render does, and returns every message between it and its host.',
        input: renderedCall,
        output: messages,
        annotations: examining,
        view: false,
        run: async (input, context) => {
          const { ok, problems, messages: all } = await render(input, options, context)
          // Reports of the sandbox are in the console, exceptions and violations of render.
          const shown = all.filter(({ message }) => !String(message['method']).startsWith('dev.casement/sandbox/'))
          const view = { ok, problems: [...problems], messages: shown.map((each) => ({ ...each, message: { ...each.message } })) }
          return result({ model: shown.map((each) => JSON.stringify(each)).join('\n'), view })
        },
      }),
      call: tool({
        title: 'Call a tool',
        description: 'Calls a tool of an MCP server and returns its result. The tool may change something.',
        input: {
          server,
          tool: z.string().describe('The name of the tool'),
          arguments: z.record(z.string(), z.unknown()).optional().describe('The arguments of the call'),
        },
        annotations: WRITES,
        view: false,
        run: async (input, { signal }) => {
          const answer = await callTool(options, input.server, { name: input.tool, arguments: input.arguments ?? {} }, signal)
          return result({ model: JSON.stringify(answer, undefined, 2), view: { result: answer } })
        },
      }),
      conformance: tool({
        title: 'Check the conformance of a server',
        description: 'Checks an MCP server against the rules of MCP Apps and returns the violations.',
        input: { server, only: z.array(z.string()).optional().describe('Only checks whose id starts with one of these') },
        output: verdicts,
        annotations: READ_ONLY,
        view: false,
        run: async (input, { progress, signal }) => {
          const onresult = ({ id }: { id: string }, done: number, all: number): void => {
            signal.throwIfAborted()
            void progress(done, all, id)
          }
          const report = await examineServer(findServer(input.server, options), { only: input.only, timeout: TIMEOUT, onresult })
          const broken = report.results
            .filter(({ finding }) => finding.verdict === 'fail' || finding.verdict === 'unfinished')
            .map(({ id, title, level, finding }) => ({
              id,
              title,
              level,
              verdict: finding.verdict,
              reason: reasonOf(finding),
            }))
          const { ok, subject, counts } = report
          const lines = broken.map(({ id, level, title, reason }) => `${level} ${id}: ${title}. ${reason}`)
          return result({
            model: [`${ok ? 'Conforms' : 'Does not conform'}: ${JSON.stringify(counts)}`, ...lines].join('\n'),
            view: { ok, subject, counts: { ...counts }, broken },
          })
        },
      }),
      scaffold: tool({
        title: 'Create a project',
        description: 'Creates an MCP server with one tool, a View for it and tests, in a new folder below the working folder.',
        input: {
          folder: z.string().min(1).describe('The folder, relative to the working folder. It must be empty or not exist'),
          template: z.enum(TEMPLATES).optional().describe('The framework of the View. Default: vanilla'),
        },
        annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
        view: false,
        run: async ({ folder, template = 'vanilla' }) => {
          const { name, files } = await createProject({ folder: folderInside(options.folder, folder), template })
          return `Created ${name} in ${folder}:\n${files.join('\n')}\n\nNext: npm install, then npm run dev, in that folder.`
        },
      }),
      search_docs: tool({
        title: 'Search the documentation',
        description: 'Searches the documentation of Casement, and returns the best sections with their headings.',
        input: {
          query: z.string().min(1).describe('Search terms, such as "theme variables" or "stream tool input"'),
          limit: z.int().min(1).max(20).optional().describe('Number of sections. Default: 5'),
        },
        output: sections,
        annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
        view: false,
        run: ({ query, limit = 5 }) => {
          const found = searchDocs(query, limit).map(({ page, heading, text }) => ({
            page,
            heading,
            excerpt: text.slice(0, MAX_EXCERPT),
          }))
          const shown = found.map(({ page, heading, excerpt }) => `## ${heading} (${page})\n\n${excerpt}`)
          return result({
            model: shown.join('\n\n') || `Nothing matches "${query}". Use other words.`,
            view: { sections: found },
          })
        },
      }),
    },
  })
}
