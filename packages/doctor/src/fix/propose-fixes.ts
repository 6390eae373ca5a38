import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import type { Finding } from '../catalogue/finding.ts'
import type { Target } from '../connect/target.ts'
import type { Facts } from '../static/facts.ts'
import { documentOf } from '../static/view-document.ts'
import { applyEdits, type Edit } from './edit.ts'
import type { FixContext } from './fixer.ts'
import type { Project } from './project.ts'
import { FIXERS } from './registry.ts'
import { serverFiles } from './server-files.ts'
import { ServerSources } from './server-sources.ts'
import { viewSource } from './view-source.ts'

/** The fix for one finding. */
export interface ProposedFix {
  readonly finding: Finding
  /** The files that change; empty where the fix is left to the user. */
  readonly files: readonly string[]
  /** A unified diff. */
  readonly patch: string | undefined
  /** False for a diff against a served document whose source was not found, and for build output. */
  readonly isWritable: boolean
}

/** Repairs findings one after the other, in memory: each fix sees the edits of those before it. */
export function proposeFixes(findings: readonly Finding[], facts: Facts, target: Target, project: Project): ProposedFix[] {
  const served = new Map(facts.views.flatMap((view) => documentOf(view) ?? []).map(({ uri, html }) => [uri, html]))
  return findings.map((finding) => {
    const edits = FIXERS[finding.code]?.(finding, contextOf(finding, facts, target, project, served))
    const fix = edits && takeOver(finding, edits, project, served)
    return fix ?? { finding, files: [], patch: undefined, isWritable: false }
  })
}

function contextOf(
  { resourceUri, tool }: Finding,
  facts: Facts,
  target: Target,
  project: Project,
  served: ReadonlyMap<string, string>,
): FixContext {
  const files = serverFiles(target, project)
  const view = facts.views.find(({ uri, tools }) => uri === resourceUri || (tool !== undefined && tools.includes(tool)))
  return {
    facts,
    project,
    server: new ServerSources(files, project),
    view: view && viewSource(view, served.get(view.uri), files, project),
  }
}

/** Makes the edits in memory. Undefined when they do not fit together, or change nothing. */
function takeOver(
  finding: Finding,
  edits: readonly Edit[],
  project: Project,
  served: Map<string, string>,
): ProposedFix | undefined {
  const changes = [...new Set(edits.map(({ file }) => file))].map((file) => {
    const isServed = served.has(file)
    const before = isServed ? served.get(file) : project.text(file)
    const own = edits.filter((edit) => edit.file === file)
    return { file, isServed, before: before ?? '', after: before === undefined ? undefined : applyEdits(before, own) }
  })
  if (changes.length === 0 || changes.some(({ before, after }) => after === undefined || after === before)) return undefined
  // A part of the fix that is in no file makes the whole fix a proposal.
  const hasSource = edits.every(({ file, isCopy }) => isCopy || !served.has(file))
  const shown = hasSource ? changes.filter(({ isServed }) => !isServed) : changes
  const isWritable = hasSource && shown.every(({ file }) => !project.isBuildOutput(file))
  for (const { file, isServed, after = '' } of changes) {
    if (isServed) served.set(file, after)
    else if (isWritable) project.edit(file, after)
  }
  return {
    finding,
    files: shown.map(({ file }) => file),
    patch: shown.map(({ file, before, after = '' }) => patchOf(file, before, after)).join(''),
    isWritable,
  }
}

const patchOf = (file: string, before: string, after: string): string =>
  createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, { headerOptions: FILE_HEADERS_ONLY })
