/** Why nothing could be rendered. The code is stable: that of a finding, such as `connect-refused`, or one such as `tool-without-view`. */
export class RenderFailure extends Error {
  override readonly name = 'RenderFailure'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
