import { ACCESS_FINDINGS } from './access-findings.ts'
import { CONNECTION_FINDINGS } from './connection-findings.ts'
import { ENDPOINT_FINDINGS } from './endpoint-findings.ts'
import type { FindingEntry } from './finding-entry.ts'
import { HTML_FINDINGS } from './html-findings.ts'
import { LIFE_FINDINGS } from './life-findings.ts'
import { META_FINDINGS } from './meta-findings.ts'
import { RESOURCE_FINDINGS } from './resource-findings.ts'
import { RESULT_FINDINGS } from './result-findings.ts'
import { RUNNING_FINDINGS } from './running-findings.ts'
import { SCRIPT_FINDINGS } from './script-findings.ts'
import { SDK_FINDINGS } from './sdk-findings.ts'
import { SERVER_FINDINGS } from './server-findings.ts'
import { SHOWING_FINDINGS } from './showing-findings.ts'
import { TOOL_FINDINGS } from './tool-findings.ts'
import { USE_FINDINGS } from './use-findings.ts'

/** Every fault that the doctor names, by its stable code. Those that a host notices too have the code that its card has. */
export const FINDINGS = {
  ...SERVER_FINDINGS,
  ...CONNECTION_FINDINGS,
  ...ACCESS_FINDINGS,
  ...ENDPOINT_FINDINGS,
  ...TOOL_FINDINGS,
  ...RESOURCE_FINDINGS,
  ...META_FINDINGS,
  ...HTML_FINDINGS,
  ...SCRIPT_FINDINGS,
  ...SDK_FINDINGS,
  ...RESULT_FINDINGS,
  ...RUNNING_FINDINGS,
  ...LIFE_FINDINGS,
  ...USE_FINDINGS,
  ...SHOWING_FINDINGS,
} as const satisfies Record<string, FindingEntry>

/** The stable name of a fault. */
export type FindingCode = keyof typeof FINDINGS
