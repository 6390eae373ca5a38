/** A stage on the way from the tool to a running View. */
export type MountStage = 'tool' | 'fetching' | 'minting' | 'proxy' | 'initialize' | 'initialized' | 'running'

/** A stable code for the reason that a View is not shown. */
export type DiagnosisCode =
  | 'no-ui-resource'
  | 'resources-unsupported'
  | 'resource-not-found'
  | 'resource-failed'
  | 'resource-timeout'
  | 'resource-not-html'
  | 'mint-refused'
  | 'mint-failed'
  | 'mint-timeout'
  | 'sandbox-same-origin'
  | 'sandbox-incompatible'
  | 'proxy-blocked'
  | 'proxy-timeout'
  | 'proxy-refused'
  | 'view-script-error'
  | 'view-blocked'
  | 'view-dev-page'
  | 'view-silent'
  | 'view-not-initialized'
  | 'view-stopped'
  | 'view-crashed'
  | 'view-navigated'
  | 'view-gone'

/** The stage at which a View fails for each reason. */
const STAGES: Readonly<Record<DiagnosisCode, MountStage>> = {
  'no-ui-resource': 'tool',
  'resources-unsupported': 'fetching',
  'resource-not-found': 'fetching',
  'resource-failed': 'fetching',
  'resource-timeout': 'fetching',
  'resource-not-html': 'fetching',
  'mint-refused': 'minting',
  'mint-failed': 'minting',
  'mint-timeout': 'minting',
  'sandbox-same-origin': 'minting',
  'sandbox-incompatible': 'minting',
  'proxy-blocked': 'proxy',
  'proxy-timeout': 'proxy',
  'proxy-refused': 'proxy',
  'view-script-error': 'initialize',
  'view-blocked': 'initialize',
  'view-dev-page': 'initialize',
  'view-silent': 'initialize',
  'view-not-initialized': 'initialized',
  'view-stopped': 'running',
  'view-crashed': 'running',
  'view-navigated': 'running',
  'view-gone': 'running',
}

/** The first thing to check at each stage. The catalogue, which is loaded on demand, has a fix for each code. */
const HINTS: Readonly<Record<MountStage, string>> = {
  tool: 'Check that the tool names a UI resource of the server.',
  fetching: "Check the server's response to resources/read.",
  minting: "Check the sandbox's response to the ticket request.",
  proxy: 'Check that the sandbox loads in a frame.',
  initialize: "Check that the View's script runs and calls connect().",
  initialized: "Check the error that the View's connect() rejected with.",
  running: 'Reload the view. Its input, result and state are restored.',
}

/** The stage of a diagnosis code and the first thing to check there. */
export function stageOf(code: DiagnosisCode): { readonly stage: MountStage; readonly hint: string } {
  const stage = STAGES[code]
  return { stage, hint: HINTS[stage] }
}
