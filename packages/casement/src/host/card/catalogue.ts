import type { Diagnosis } from './diagnosis.ts'
import { stageOf, type DiagnosisCode, type MountStage } from './stages.ts'

/** The explanation of one diagnosis code. */
export interface CatalogueEntry {
  readonly stage: MountStage
  /** The heading of the card. */
  readonly title: string
  /** The fix, in detail. */
  readonly fix: string
}

const TEXTS: Readonly<Record<DiagnosisCode, readonly [title: string, fix: string]>> = {
  'no-ui-resource': [
    'This tool has no view',
    'Set _meta.ui.resourceUri of the tool to the ui:// URI of a resource on the server.',
  ],
  'resources-unsupported': [
    'The server does not support resources',
    'Support resources/read on the server that lists the tool, and pass a client with readResource.',
  ],
  'resource-not-found': [
    'The view was not found on the server',
    'Register a resource with exactly the URI in the tool’s _meta.ui.resourceUri.',
  ],
  'resource-failed': [
    'The view could not be read',
    'Check the error of resources/read, in the server and in the proxies between.',
  ],
  'resource-timeout': [
    'The server did not send the view in time',
    'Check that the server responds to resources/read. If it is only slow, increase deadlines.fetching.',
  ],
  'resource-not-html': [
    'The resource is not a view',
    'Return one content item with mimeType text/html;profile=mcp-app and the document in text, or in blob as base64.',
  ],
  'mint-refused': [
    'The sandbox refused the view',
    'Check the reason below. The origin of this page must be in hostOrigins of the sandbox.',
  ],
  'mint-failed': [
    'The sandbox could not be reached',
    'Check that the sandbox is running and that the ticket URL given to mintingSandbox responds.',
  ],
  'mint-timeout': [
    'The sandbox did not respond in time',
    'Check that the ticket URL given to mintingSandbox responds. If it is only slow, increase deadlines.minting.',
  ],
  'sandbox-same-origin': [
    'The sandbox would not isolate the view',
    'Serve the proxy from a different origin than this page: a subdomain, another domain, or another port in development.',
  ],
  'sandbox-incompatible': [
    'The sandbox is of another version',
    'Deploy the same version of casement in this page and in the back end of the sandbox, then reload this page.',
  ],
  'proxy-blocked': [
    'This page blocks the sandbox',
    'Add the origin of the sandbox to frame-src in this page’s content security policy.',
  ],
  'proxy-timeout': [
    'The sandbox did not start',
    'Check that the proxy URL loads in a frame: frame-src of this page, frame-ancestors of the proxy, DNS, and whether the token has expired.',
  ],
  'proxy-refused': [
    'The sandbox refused to run here',
    'The proxy checks its environment first. Embed it in the page that it was configured for, from a different origin.',
  ],
  'view-script-error': [
    'The view failed while starting',
    'Fix the error below in the view’s code. It occurred before the view connected to the host.',
  ],
  'view-blocked': [
    'The view was blocked by its policy',
    'Declare the origin below in _meta.ui.csp of the resource (connectDomains or resourceDomains), or inline the content in the document.',
  ],
  'view-dev-page': [
    'Vite is not running',
    'Run vite build, which replaces the development page with the built view. To go on developing, start Vite again and reload the view.',
  ],
  'view-silent': [
    'The view did not connect',
    'The view must send ui/initialize to window.parent: check that its script runs and calls connect() of its App.',
  ],
  'view-not-initialized': [
    'The view did not finish connecting',
    'After the response to ui/initialize, the view must send ui/notifications/initialized. Await connect() and check its error.',
  ],
  'view-stopped': [
    'The sandbox stopped the view',
    'The view exceeded a limit that protects this page. Fix the reason below and try again.',
  ],
  'view-crashed': [
    'The view crashed',
    'Reload it; its input, result and state are restored. If it crashes again, check how much memory it uses.',
  ],
  'view-navigated': [
    'The view navigated away',
    'Reload it; its input, result and state are restored. Open links with ui/open-link, and show other pages inside the one document.',
  ],
  'view-gone': [
    'The connection to the view was lost',
    'Reload it; its input, result and state are restored. If it happens often, check how much memory the view uses.',
  ],
}

const entries = /* @__PURE__ */ (Object.keys(TEXTS) as DiagnosisCode[]).map((code): [DiagnosisCode, CatalogueEntry] => {
  const [title, fix] = TEXTS[code]
  const { stage } = stageOf(code)
  return [code, { stage, title, fix }]
})

/** The explanations of all diagnosis codes. */
export const CATALOGUE = /* @__PURE__ */ Object.fromEntries(entries) as Readonly<Record<DiagnosisCode, CatalogueEntry>>

/** A diagnosis as text, for the copy button. */
export function describeDiagnosis({ stage, code, cause, evidence }: Diagnosis): string {
  const { title, fix } = CATALOGUE[code]
  const evidenceLines = evidence.length > 0 ? ['Evidence:', ...evidence.map((line) => `- ${line}`)] : []
  return [`${title} (${code}, stage ${stage})`, cause, ...evidenceLines, `Fix: ${fix}`].join('\n')
}
