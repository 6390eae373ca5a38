import { stageOf, type DiagnosisCode, type MountStage } from './stages.ts'

/** What is known about one cause. */
export interface CatalogueEntry {
  readonly stage: MountStage
  /** For the heading of the card. */
  readonly title: string
  /** What a person can do about it. */
  readonly fix: string
}

// By code: the heading, and what a person can do about it.
const WORDS: Readonly<Record<DiagnosisCode, readonly [title: string, fix: string]>> = {
  'no-ui-resource': [
    'This tool has no view',
    'Set _meta.ui.resourceUri of the tool to a ui:// address that the server can read.',
  ],
  'resources-unsupported': [
    'The server does not serve resources',
    'Let the server answer resources/read on the endpoint that lists the tool, and pass a client with readResource.',
  ],
  'resource-not-found': [
    'The view is not on the server',
    'Register a resource under exactly the address in the tool’s _meta.ui.resourceUri.',
  ],
  'resource-failed': [
    'The view could not be read',
    'Look at the error that resources/read ended in, on the server and on the way to it.',
  ],
  'resource-timeout': [
    'The server did not send the view in time',
    'Check that the server answers resources/read; raise deadlines.fetching if it is merely slow.',
  ],
  'resource-not-html': [
    'The resource is not a view',
    'Return one content item with mimeType text/html;profile=mcp-app and the document in text, or in blob as base64.',
  ],
  'mint-refused': [
    'The sandbox did not admit the view',
    'Read the reason. The origin of this page must be among hostOrigins of the sandbox.',
  ],
  'mint-failed': [
    'The sandbox could not be asked',
    'Check that the ticket address given to mintingSandbox answers, and that the sandbox runs.',
  ],
  'mint-timeout': [
    'The sandbox did not answer in time',
    'Check that the ticket address given to mintingSandbox answers; raise deadlines.minting if it is merely slow.',
  ],
  'sandbox-same-origin': [
    'The sandbox would not contain the view',
    'Serve the proxy from another origin than this page: a subdomain, another domain, or another port in development.',
  ],
  'proxy-blocked': [
    'This page does not let the sandbox in',
    'Add the origin of the sandbox to frame-src of this page’s content security policy, and nothing that you do not need.',
  ],
  'proxy-timeout': [
    'The sandbox did not start',
    'Check that the address of the proxy loads in a frame: frame-src of this page, its frame-ancestors, DNS and the token’s age.',
  ],
  'proxy-refused': [
    'The sandbox refused to run here',
    'The proxy tests its surroundings first. Frame it from the page it was configured for, at an origin of its own.',
  ],
  'view-script-error': [
    'The view failed while starting',
    'Fix the error below in the view’s own code; it never got as far as connecting to the host.',
  ],
  'view-blocked': [
    'The view needs something its policy does not allow',
    'Declare the origin below in _meta.ui.csp of the resource (connectDomains or resourceDomains), or put it into the document.',
  ],
  'view-silent': [
    'The view did not connect',
    'The view must send ui/initialize to window.parent: call connect() of its App, and check that its script runs at all.',
  ],
  'view-not-initialized': [
    'The view did not finish connecting',
    'After the answer to ui/initialize the view must send ui/notifications/initialized; await connect() and look at its error.',
  ],
  'view-stopped': [
    'The sandbox stopped the view',
    'The view broke a limit that protects this page. The reason is below; try again after it was fixed.',
  ],
  'view-gone': [
    'The connection to the view was lost',
    'Try again. If it happens often, the view may use more memory than the browser gives it.',
  ],
}

const entries = /* @__PURE__ */ (Object.keys(WORDS) as DiagnosisCode[]).map((code): [DiagnosisCode, CatalogueEntry] => {
  const [title, fix] = WORDS[code]
  const { stage } = stageOf(code)
  return [code, { stage, title, fix }]
})

/** Every reason why a View does not show, by its code. The doctor explains the same ones. */
export const CATALOGUE = /* @__PURE__ */ Object.fromEntries(entries) as Readonly<Record<DiagnosisCode, CatalogueEntry>>
