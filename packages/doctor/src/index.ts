/**
 * `@casement/doctor`: says why an MCP App does not show.
 * @module
 */
export { FINDINGS, type FindingCode } from './catalogue/catalogue.ts'
export type { Fault, FindingEntry, Severity } from './catalogue/finding-entry.ts'
export type { Finding } from './catalogue/finding.ts'
export type { FetchOptions } from './connect/fetch-facts.ts'
export type { Target } from './connect/target.ts'
export { examine, type ExamineOptions } from './examine.ts'
export type { DoctorReport, Stage, ToolReport } from './report/report.ts'
export { runDoctor, runDoctor as runCommand, type Surroundings } from './run-doctor.ts'
