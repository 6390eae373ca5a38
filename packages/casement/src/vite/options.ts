/** The options of the plugin. */
export interface CasementViteOptions {
  /** The HTML file of each View by its name, from the root of the project. Default: every HTML file in the root. */
  readonly views?: Readonly<Record<string, string>>
  /**
   * The origins that a View may load from or talk to, such as `https://tiles.example.com` or `https://*.example.com`. An address
   * outside of the View that is not named here ends the build.
   */
  readonly external?: readonly string[]
  /**
   * Puts `casement/view/recorder` before the first module of each View. The names add further outputs of the recording: `send` to
   * the tool of `registerRecorderTool`, `corner` as a button that copies it, `console` into the console.
   */
  readonly recorder?: boolean | readonly ('send' | 'corner' | 'console')[]
}
