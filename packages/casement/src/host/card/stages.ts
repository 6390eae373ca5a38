/** Where a View was on its way to the user when it stopped. */
export type MountStage = 'tool' | 'fetching' | 'minting' | 'proxy' | 'initialize' | 'initialized' | 'running'

/** Every reason why a View does not show, and the stage it belongs to. The codes are stable: programs branch on them. */
export const STAGES = {
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
  'proxy-blocked': 'proxy',
  'proxy-timeout': 'proxy',
  'proxy-refused': 'proxy',
  'view-script-error': 'initialize',
  'view-blocked': 'initialize',
  'view-silent': 'initialize',
  'view-not-initialized': 'initialized',
  'view-stopped': 'running',
  'view-gone': 'running',
} as const satisfies Record<string, MountStage>

/** A stable name for why a View does not show. */
export type DiagnosisCode = keyof typeof STAGES

/** Where to look first when a View has stopped there. */
export const HINTS: Readonly<Record<MountStage, string>> = {
  tool: 'Let the tool name a view that the server can read.',
  fetching: 'Look at what the server answers to resources/read.',
  minting: 'Look at what the sandbox answers.',
  proxy: 'Look whether the sandbox loads in a frame.',
  initialize: 'Look whether the view runs, and connects.',
  initialized: 'Look at the error that the view connected with.',
  running: 'Try again.',
}
