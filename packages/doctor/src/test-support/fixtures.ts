import type { FindingCode } from '../catalogue/catalogue.ts'
import type { Fixture } from './fixture.ts'
import { ACCESS_FIXTURES } from './fixtures/access-fixtures.ts'
import { CONNECTION_FIXTURES } from './fixtures/connection-fixtures.ts'
import { ENDPOINT_FIXTURES } from './fixtures/endpoint-fixtures.ts'
import { HTML_FIXTURES } from './fixtures/html-fixtures.ts'
import { META_FIXTURES } from './fixtures/meta-fixtures.ts'
import { RESOURCE_FIXTURES } from './fixtures/resource-fixtures.ts'
import { RESULT_FIXTURES } from './fixtures/result-fixtures.ts'
import { SCRIPT_FIXTURES } from './fixtures/script-fixtures.ts'
import { SDK_FIXTURES } from './fixtures/sdk-fixtures.ts'
import { SERVER_FIXTURES } from './fixtures/server-fixtures.ts'
import { TOOL_FIXTURES } from './fixtures/tool-fixtures.ts'
import type { LIFE_FINDINGS } from '../catalogue/life-findings.ts'
import type { USE_FINDINGS } from '../catalogue/use-findings.ts'
import type { LIVE_FIXTURES } from './live-fixtures.ts'

type StaticCode = Exclude<FindingCode, keyof typeof LIVE_FIXTURES | keyof typeof LIFE_FINDINGS | keyof typeof USE_FINDINGS>

/** Every code with a server that has the fault and nothing else, and a twin that has nothing. */
export const FIXTURES: Record<StaticCode, Fixture> = {
  ...SERVER_FIXTURES,
  ...CONNECTION_FIXTURES,
  ...ACCESS_FIXTURES,
  ...ENDPOINT_FIXTURES,
  ...TOOL_FIXTURES,
  ...RESOURCE_FIXTURES,
  ...META_FIXTURES,
  ...HTML_FIXTURES,
  ...SCRIPT_FIXTURES,
  ...SDK_FIXTURES,
  ...RESULT_FIXTURES,
}
