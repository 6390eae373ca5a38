/** The behaviour of a View in one host. */
export interface Outcome {
  readonly stage: string
  /** The requests and notifications of the View, each once, with the tool that it called. */
  readonly said: readonly string[]
  /** Its exceptions and unhandled rejections. */
  readonly exceptions: readonly string[]
  readonly violations: readonly string[]
  /** Whether something is to be seen. */
  readonly isBlank: boolean
}

/** Why a View fails, compared with how it works; undefined if it does not. */
export function failureOf(outcome: Outcome, working: Outcome): string | undefined {
  const exception = outcome.exceptions.find((each) => !working.exceptions.includes(each))
  if (exception !== undefined) return `it throws: ${exception}`
  if (outcome.stage !== working.stage) return `it stays in the stage ${outcome.stage}`
  if (outcome.isBlank && !working.isBlank) return 'it shows nothing'
  const missing = working.said.find((each) => !outcome.said.includes(each))
  if (missing !== undefined) return `it does not send ${missing}`
  const violation = outcome.violations.find((each) => !working.violations.includes(each))
  return violation === undefined ? undefined : `its policy refuses ${violation}`
}
