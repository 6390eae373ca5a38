import { FINDINGS } from '../catalogue/catalogue.ts'
import type { DoctorReport } from './report.ts'

const LEVELS = { error: 'error', warning: 'warning', hint: 'note' } as const

/** SARIF 2.1.0, for code scanning. */
export function writeSarif({ server, findings }: DoctorReport): string {
  const rules = Object.entries(FINDINGS).map(([id, { cause, fix, sample, severity, requirement }]) => ({
    id,
    shortDescription: { text: cause },
    help: { text: `${fix}\n\n${sample}` },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { requirement },
  }))
  const results = findings.map(({ code, cause, evidence, fix, severity, tool, resourceUri }) => ({
    ruleId: code,
    level: LEVELS[severity],
    message: { text: `${cause} ${evidence} ${fix}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: resourceUri ?? encodeURI(server.address) } },
        ...(tool !== undefined && { logicalLocations: [{ name: tool, kind: 'function' }] }),
      },
    ],
  }))
  const driver = { name: 'casement doctor', rules }
  return JSON.stringify({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  })
}
