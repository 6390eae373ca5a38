/**
 * `@casement/doctor`: says why an MCP App does not show.
 * @module
 */
export { FINDINGS, type FindingCode } from './catalogue/catalogue.ts'
export type { Fault, FindingEntry, Severity } from './catalogue/finding-entry.ts'
export type { Finding, Symptom } from './catalogue/finding.ts'
export type { Surroundings } from './command-line/surroundings.ts'
export { fetchFacts, type FetchOptions } from './connect/fetch-facts.ts'
export type { Session } from './connect/session.ts'
export type { Target } from './connect/target.ts'
export type { ClassicStep } from './dynamic/classic-steps.ts'
export type { ScenarioName } from './dynamic/observation.ts'
export { examine, type ExamineOptions } from './examine.ts'
export type { DoctorReport, HostOutcome, Stage, ToolReport, ViewMeasures } from './report/report.ts'
export { runDoctor, runDoctor as runCommand } from './run-doctor.ts'
export type { Sdk } from './static/detect-sdk.ts'
export type { Answer, CallFacts, Facts, ViewFacts } from './static/facts.ts'
export { runStaticChecks } from './static/run-static-checks.ts'
