import { FINDINGS, type FindingCode } from '../catalogue/catalogue.ts'
import type { DoctorReport } from './report.ts'

/** JUnit XML: one case for each code, which fails where the fault was found. Hints do not fail. */
export function writeJunit({ server, findings }: DoctorReport): string {
  const failing = findings.filter(({ severity }) => severity !== 'hint')
  const failed = new Set(failing.map(({ code }) => code))
  const cases = Object.keys(FINDINGS).map((code) => writeCase(code as FindingCode, failing, server.address))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="casement doctor" tests="${cases.length}" failures="${failed.size}">`,
    ...cases,
    '</testsuite>',
  ].join('\n')
}

function writeCase(code: FindingCode, findings: DoctorReport['findings'], address: string): string {
  const own = findings.filter((each) => each.code === code)
  const opening = `  <testcase classname="${escape(address)}" name="${code}"`
  if (own.length === 0) return `${opening}/>`
  const text = own.map(({ evidence, tool, resourceUri }) => `${tool ?? resourceUri ?? ''} ${evidence}`.trim()).join('\n')
  return `${opening}><failure message="${escape(FINDINGS[code].cause)}">${escape(`${text}\n${FINDINGS[code].fix}`)}</failure></testcase>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Control characters cannot be written in XML at all.
const UNWRITABLE = /[\0-\x08\x0B\x0C\x0E-\x1F]/g
const escape = (text: string): string => text.replaceAll(UNWRITABLE, '').replaceAll(/[&<>"]/g, (each) => ENTITIES[each] ?? each)
