import type { Finding } from '../catalogue/finding.ts'
import type { Sdk } from '../static/detect-sdk.ts'
import { asText } from '../static/fields.ts'
import type { DoctorReport, ToolReport, ViewMeasures } from './report.ts'

// Text from a server must not control the terminal.
const CONTROL = /[\0-\x09\x0B-\x1F\x7F-\x9F]/g

/** Text for users. With `samples`, each fix is shown in code. */
export function writeText(report: DoctorReport, { samples = false }: { samples?: boolean } = {}): string {
  const { address, info, era, protocolVersion } = report.server
  const views = report.tools.filter(({ resourceUri }) => resourceUri !== undefined)
  const head = [
    `${asText(info['name'] ?? 'server')} ${asText(info['version'] ?? '')} at ${address}`,
    `MCP ${protocolVersion ?? 'of unknown version'} (${era}), ${report.tools.length} tool(s), ${views.length} with a view`,
  ]
  return [
    ...(report.isExamined ? head : [`${address} could not be examined`]),
    ...views.flatMap(writeTool),
    ...report.findings.map((each) => writeFinding(each, samples)),
    ...writeHosts(report.hosts),
    ...report.notices.map((notice) => `\nnote: ${notice}`),
    '',
    writeSum(report.findings),
  ]
    .join('\n')
    .replaceAll(CONTROL, '\uFFFD')
}

const MARKS = { passed: '✓', failed: '✗', skipped: '–' } as const

const writeTool = ({ name, resourceUri, sdk, stages, steps = [], measures }: ToolReport): string[] => [
  `  ${name} → ${resourceUri}: ${stages.map((stage) => `${stage.name}${stage.ok ? '' : ' FAILED'} ${Math.round(stage.milliseconds)} ms`).join(', ')}`,
  ...(sdk ? [`    ${writeSdk(sdk)}`] : []),
  ...steps.map((step, at) => `    ${at + 1}. ${MARKS[step.outcome]} ${step.name}`),
  ...(measures ? [`    ${writeMeasures(measures)}`] : []),
]

const writeSdk = ({ name, version }: Sdk): string =>
  name === 'written by hand' ? name : `speaks by ${name}${version === undefined ? '' : ` ${version}`}`

const writeMeasures = ({ documentBytes, loadedBytes, requests, longTasks, longestTaskMilliseconds }: ViewMeasures): string =>
  [
    `${Math.ceil(documentBytes / 1024)} KB`,
    ...(requests > 0 ? [`${Math.ceil(loadedBytes / 1024)} KB loaded in ${requests} request(s)`] : []),
    ...(longTasks > 0 ? [`${longTasks} long task(s), the longest of ${Math.round(longestTaskMilliseconds)} ms`] : []),
  ].join(', ')

/** A table of what breaks in which host: a row for each code, a column for each host. */
function writeHosts(hosts: DoctorReport['hosts']): string[] {
  const views = [...new Set(hosts.map(({ resourceUri }) => resourceUri))]
  return views.flatMap((uri) => {
    const own = hosts.filter(({ resourceUri }) => resourceUri === uri)
    const codes = [...new Set(own.flatMap((host) => host.codes))]
    const width = Math.max(...codes.map((code) => code.length), 5)
    const row = (name: string, cells: readonly string[]): string =>
      `  ${name.padEnd(width)}  ${cells.map((cell, at) => cell.padEnd(own[at]?.profile.length ?? 0)).join('  ')}`.trimEnd()
    const passed = own.map(() => MARKS.passed)
    const profiles = own.map(({ profile }) => profile)
    const marksOf = (code: string): string[] =>
      own.map((host) => (host.codes.some((each) => each === code) ? MARKS.failed : MARKS.passed))
    const rows = codes.length === 0 ? [row('works', passed)] : codes.map((code) => row(code, marksOf(code)))
    return ['', `what breaks in which host (${uri})`, row('', profiles)].concat(rows)
  })
}

function writeFinding(each: Finding, samples: boolean): string {
  const { code, severity, cause, evidence, fix, fault, requirement, tool, resourceUri, sample, symptoms = [], profiles } = each
  const place = tool === undefined ? resourceUri : `tool ${tool}`
  return [
    '',
    `${severity} ${code}${place === undefined ? '' : ` (${place})`}`,
    `  cause     ${cause}`,
    ...(profiles ? [`  hosts     only ${profiles.join(', ')}`] : []),
    `  evidence  ${evidence}`,
    ...symptoms.map((symptom) => `  because of this: ${symptom.code}: ${symptom.evidence}`),
    `  fix       ${fix}`,
    ...(samples ? sample.split('\n').map((line) => `            ${line}`) : []),
    `  fault     the ${fault}’s, by ${requirement}`,
  ].join('\n')
}

function writeSum(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing was found.'
  const count = (severity: string): number => findings.filter((each) => each.severity === severity).length
  return `${count('error')} error(s), ${count('warning')} warning(s), ${count('hint')} hint(s)`
}
