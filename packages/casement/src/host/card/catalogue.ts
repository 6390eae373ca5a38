import { STAGES, type DiagnosisCode, type MountStage } from './stages.ts'

/** What is known about one cause. */
export interface CatalogueEntry {
  readonly stage: MountStage
  /** For the heading of the card. */
  readonly title: string
  /** What a person can do about it. */
  readonly fix: string
}

/** Every reason why a View does not show, by its code. The doctor explains the same ones. */
export const CATALOGUE: Readonly<Record<DiagnosisCode, CatalogueEntry>> = {
  'no-ui-resource': {
    stage: STAGES['no-ui-resource'],
    title: 'This tool has no view',
    fix: 'Set _meta.ui.resourceUri of the tool to a ui:// address that the server can read.',
  },
  'resources-unsupported': {
    stage: STAGES['resources-unsupported'],
    title: 'The server does not serve resources',
    fix: 'Let the server answer resources/read on the endpoint that lists the tool, and pass a client with readResource.',
  },
  'resource-not-found': {
    stage: STAGES['resource-not-found'],
    title: 'The view is not on the server',
    fix: 'Register a resource under exactly the address in the tool’s _meta.ui.resourceUri.',
  },
  'resource-failed': {
    stage: STAGES['resource-failed'],
    title: 'The view could not be read',
    fix: 'Look at the error that resources/read ended in, on the server and on the way to it.',
  },
  'resource-timeout': {
    stage: STAGES['resource-timeout'],
    title: 'The server did not send the view in time',
    fix: 'Check that the server answers resources/read; raise deadlines.fetching if it is merely slow.',
  },
  'resource-not-html': {
    stage: STAGES['resource-not-html'],
    title: 'The resource is not a view',
    fix: 'Return one content item with mimeType text/html;profile=mcp-app and the document in text, or in blob as base64.',
  },
  'mint-refused': {
    stage: STAGES['mint-refused'],
    title: 'The sandbox did not admit the view',
    fix: 'Read the reason. The origin of this page must be among hostOrigins of the sandbox.',
  },
  'mint-failed': {
    stage: STAGES['mint-failed'],
    title: 'The sandbox could not be asked',
    fix: 'Check that the ticket address given to mintingSandbox answers, and that the sandbox runs.',
  },
  'mint-timeout': {
    stage: STAGES['mint-timeout'],
    title: 'The sandbox did not answer in time',
    fix: 'Check that the ticket address given to mintingSandbox answers; raise deadlines.minting if it is merely slow.',
  },
  'sandbox-same-origin': {
    stage: STAGES['sandbox-same-origin'],
    title: 'The sandbox would not contain the view',
    fix: 'Serve the proxy from another origin than this page: a subdomain, another domain, or another port in development.',
  },
  'proxy-blocked': {
    stage: STAGES['proxy-blocked'],
    title: 'This page does not let the sandbox in',
    fix: 'Add the origin of the sandbox to frame-src of this page’s content security policy, and nothing that you do not need.',
  },
  'proxy-timeout': {
    stage: STAGES['proxy-timeout'],
    title: 'The sandbox did not start',
    fix: 'Check that the address of the proxy loads in a frame: frame-src of this page, its frame-ancestors, DNS and the token’s age.',
  },
  'proxy-refused': {
    stage: STAGES['proxy-refused'],
    title: 'The sandbox refused to run here',
    fix: 'The proxy tests its surroundings first. Frame it from the page it was configured for, at an origin of its own.',
  },
  'view-script-error': {
    stage: STAGES['view-script-error'],
    title: 'The view failed while starting',
    fix: 'Fix the error below in the view’s own code; it never got as far as connecting to the host.',
  },
  'view-blocked': {
    stage: STAGES['view-blocked'],
    title: 'The view needs something its policy does not allow',
    fix: 'Declare the origin below in _meta.ui.csp of the resource (connectDomains or resourceDomains), or put it into the document.',
  },
  'view-silent': {
    stage: STAGES['view-silent'],
    title: 'The view did not connect',
    fix: 'The view must send ui/initialize to window.parent: call connect() of its App, and check that its script runs at all.',
  },
  'view-not-initialized': {
    stage: STAGES['view-not-initialized'],
    title: 'The view did not finish connecting',
    fix: 'After the answer to ui/initialize the view must send ui/notifications/initialized; await connect() and look at its error.',
  },
  'view-stopped': {
    stage: STAGES['view-stopped'],
    title: 'The sandbox stopped the view',
    fix: 'The view broke a limit that protects this page. The reason is below; try again after it was fixed.',
  },
  'view-gone': {
    stage: STAGES['view-gone'],
    title: 'The connection to the view was lost',
    fix: 'Try again. If it happens often, the view may use more memory than the browser gives it.',
  },
}
