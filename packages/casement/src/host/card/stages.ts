/** Where a View was on its way to the user when it stopped. */
export type MountStage = 'tool' | 'fetching' | 'minting' | 'proxy' | 'initialize' | 'initialized' | 'running'

/** A stable name for why a View does not show: programs branch on it. */
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
  | 'proxy-blocked'
  | 'proxy-timeout'
  | 'proxy-refused'
  | 'view-script-error'
  | 'view-blocked'
  | 'view-silent'
  | 'view-not-initialized'
  | 'view-stopped'
  | 'view-gone'

/** A stage, how the codes of the reasons to stop there begin, and where to look first then. */
type Stop = readonly [stage: MountStage, codes: RegExp, hint: string]

// The first that fits counts. By how they begin, because a list of all codes would be in every page; a test has the list.
const STOPS: readonly Stop[] = [
  ['tool', /^no/, 'Let the tool name a view that the server can read.'],
  ['fetching', /^resource/, 'Look at what the server answers to resources/read.'],
  ['minting', /^mint|^sandbox/, 'Look at what the sandbox answers.'],
  ['proxy', /^proxy/, 'Look whether the sandbox loads in a frame.'],
  ['initialized', /^view-not/, 'Look at the error that the view connected with.'],
  ['running', /^view-(stopped|gone)/, 'Try again.'],
  ['initialize', /^view/, 'Look whether the view runs, and connects.'],
]

/** Where a View stops for this reason, and where to look first then. */
export const stopOf = (code: DiagnosisCode): Stop => STOPS.find(([, codes]) => codes.test(code)) as Stop
