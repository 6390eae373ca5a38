import type { Finding } from '../catalogue/finding.ts'
import { checkAccess } from './check-access.ts'
import { checkConnections } from './check-connections.ts'
import { checkCss } from './check-css.ts'
import { checkEndpoints } from './check-endpoints.ts'
import { checkHtml } from './check-html.ts'
import { checkMeta } from './check-meta.ts'
import { checkResources } from './check-resources.ts'
import { checkResults } from './check-results.ts'
import { checkSchemas } from './check-schemas.ts'
import { checkScript } from './check-script.ts'
import { checkSdk } from './check-sdk.ts'
import { checkServer } from './check-server.ts'
import { checkTools } from './check-tools.ts'
import type { Facts } from './facts.ts'
import { documentOf } from './view-document.ts'

const OF_FACTS = [checkAccess, checkServer, checkEndpoints, checkTools, checkSchemas, checkResources, checkMeta, checkResults]
const OF_DOCUMENT = [checkHtml, checkCss, checkScript, checkSdk, checkConnections]

/** The static checks of a server, without mounting its Views. */
export function runStaticChecks(facts: Facts): Finding[] {
  const documents = facts.views.flatMap((view) => documentOf(view) ?? [])
  return [
    ...OF_FACTS.flatMap((check) => check(facts)),
    ...documents.flatMap((document) => OF_DOCUMENT.flatMap((check) => check(document))),
  ]
}
