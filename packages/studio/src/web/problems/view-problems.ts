import type { ServerState } from '@casement/gateway/api'
import { CATALOGUE } from 'casement/host'
import { describeReport, placeOf, reportText } from '../panels/report-text.ts'
import type { ViewNotes, ViewReport } from '../wire/view-notes.ts'
import { pasteForViolation } from './csp-entry.ts'

/** A problem of a View, or a hint for its author. */
export interface ViewProblem {
  /** Equal for the same problem, however often it occurs. */
  readonly id: string
  readonly tone: 'warning' | 'danger'
  readonly title: string
  readonly detail?: string | undefined
  /** The lines that fix it. */
  readonly paste?: string | undefined
  /** Whether the lenient policy would allow it. */
  readonly isPolicy?: boolean
  readonly count: number
}

/** The facts that the problems of a View are derived from. */
export interface ViewFacts {
  readonly notes: Pick<ViewNotes, 'reports' | 'audit' | 'resource' | 'ticket' | 'incidents' | 'diagnosis' | 'isAlive' | 'steps'>
  /** The state of the View's server; undefined when it was removed. */
  readonly server: ServerState | undefined
}

type Found = Omit<ViewProblem, 'count'>

/** The problems of a View, in the order in which they first occurred, the worst first. */
export function problemsOf({ notes, server }: ViewFacts): readonly ViewProblem[] {
  const found = [
    ...diagnosisProblems(notes),
    ...serverProblems(server),
    ...(notes.isAlive ? [] : [UNRESPONSIVE]),
    ...reportProblems(notes),
    ...blankProblems(notes),
    ...requestProblems(notes),
    ...notes.incidents.map((message): Found => ({ id: `incident ${message}`, tone: 'warning', title: message })),
    ...metadataProblems(notes),
  ]
  const problems = new Map<string, ViewProblem>()
  for (const one of found) problems.set(one.id, { ...one, count: (problems.get(one.id)?.count ?? 0) + 1 })
  return [...problems.values()].toSorted((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'))
}

/** The tone of the worst problem. */
export const worstTone = (problems: readonly ViewProblem[]): ViewProblem['tone'] | undefined => problems[0]?.tone

/** The number of problems as text. */
export const countProblems = (count: number): string => (count === 1 ? '1 problem' : `${count} problems`)

const UNRESPONSIVE: Found = {
  id: 'unresponsive',
  tone: 'warning',
  title: 'The View does not respond',
  detail: 'Its script has been busy for more than ten seconds. Check for an endless loop, or split the work into smaller steps.',
}

function diagnosisProblems({ diagnosis }: ViewFacts['notes']): readonly Found[] {
  if (!diagnosis) return []
  const { title, fix } = CATALOGUE[diagnosis.code]
  return [{ id: `diagnosis ${diagnosis.code}`, tone: 'danger', title, detail: `${diagnosis.cause} ${fix}` }]
}

function serverProblems(server: ServerState | undefined): readonly Found[] {
  if (server?.status === 'ready' || (server?.status === 'starting' && server.attempt === 1)) return []
  const why = server?.status === 'failed' ? `${server.reason} ${server.fix}` : 'Restart it under Servers and tools.'
  return [
    {
      id: 'server',
      tone: 'danger',
      title: server ? 'The server of this View is not running' : 'The server of this View was removed',
      detail: `The View stays on the page, but all its requests to the server fail. ${why}`,
    },
  ]
}

/** Violations, exceptions and rejections in the View's page. */
function reportProblems({ reports, resource }: ViewFacts['notes']): readonly Found[] {
  const blocked = new Set(reports.filter(({ report }) => report['kind'] === 'csp').map(({ report }) => report['blocked']))
  return reports.flatMap(({ report }): readonly Found[] => {
    switch (report['kind']) {
      case 'csp':
        return [violation(report, resource?.csp)]
      case 'resource':
        // A violation of the policy says the same, and more.
        if (blocked.has(report['blocked'])) return []
        return [{ id: describeReport(report), tone: 'warning', title: describeReport(report) }]
      case 'metadata':
        return [{ id: describeReport(report), tone: 'warning', title: describeReport(report) }]
      case 'error':
      case 'rejection':
        return [
          {
            id: describeReport(report),
            tone: 'danger',
            title: report['kind'] === 'error' ? 'Exception in the View' : 'Unhandled rejection in the View',
            detail: describeReport(report),
          },
        ]
      default:
        return []
    }
  })
}

function violation(report: ViewReport['report'], csp: unknown): Found {
  const directive = reportText(report, 'directive') ?? 'the policy'
  const blocked = reportText(report, 'blocked') ?? 'inline'
  const common = { id: `${directive} ${blocked}`, tone: 'warning', isPolicy: true } as const
  if (blocked === 'eval' || blocked === 'wasm-eval')
    return {
      ...common,
      title: `${directive} blocked ${blocked === 'eval' ? 'eval' : 'WebAssembly'}`,
      detail: `The code${placeOf(report)} calls ${blocked === 'eval' ? 'eval or new Function' : 'WebAssembly.compile'}, usually in a library that compiles templates or shaders. _meta.ui.csp has no entry that allows it: use a build of the library without it.`,
    }
  const paste = pasteForViolation(directive, blocked, csp)
  return {
    ...common,
    title: `${directive} blocked ${blocked}`,
    detail: paste
      ? `The View’s code${placeOf(report)} needs this origin. Declare it in the metadata of the UI resource:`
      : `The View’s code${placeOf(report)} needs it, and _meta.ui.csp has no entry that allows it. Put the content into the document.`,
    paste,
  }
}

function blankProblems({ reports, steps }: ViewFacts['notes']): readonly Found[] {
  const last = reports.findLast(({ report }) => report['kind'] === 'blank')
  const hasResult = steps.some(({ name }) => name === 'result')
  if (!hasResult || last?.report['isBlank'] !== true) return []
  return [
    {
      id: 'blank',
      tone: 'warning',
      title: 'The View is blank',
      detail:
        'It received the tool result but shows nothing. Check the other problems first; otherwise its code ignores this result.',
    },
  ]
}

function requestProblems({ audit }: ViewFacts['notes']): readonly Found[] {
  return audit
    .filter(({ decision, rule }) => (decision === 'denied' && rule !== 'consent') || decision === 'failed')
    .map(({ method, target, why, decision }) => ({
      id: `${method} ${target ?? ''} ${why ?? ''}`,
      tone: 'warning',
      title: `${method}${target === undefined ? '' : ` ${target}`} ${decision === 'failed' ? 'failed' : 'was refused'}`,
      detail: why,
    }))
}

function metadataProblems({ ticket }: ViewFacts['notes']): readonly Found[] {
  return (ticket?.refused ?? []).map(({ where, entry, reason }) => ({
    id: `${where} ${entry}`,
    tone: 'warning',
    title: `_meta.ui.${where} ${entry} has no effect`,
    detail: reason,
  }))
}
