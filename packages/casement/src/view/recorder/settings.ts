/** The automatic uses of a recording. All are off by default. */
export interface RecorderSettings {
  /** Sends the recording to the View's server after a failure and at the end. */
  readonly send: boolean
  /** Shows the button in the corner from the start. */
  readonly corner: boolean
  /** Writes the code to the console after a failure and at the end. */
  readonly console: boolean
}

/** Reads `<meta name="casement-recorder" content="send corner console">`. */
export function readSettings(): RecorderSettings {
  const values = document.querySelector<HTMLMetaElement>('meta[name="casement-recorder"]')?.content.split(/[\s,]+/) ?? []
  return { send: values.includes('send'), corner: values.includes('corner'), console: values.includes('console') }
}

/** Ctrl+Alt+Shift+R shows the button, where the View has the keyboard focus. */
export function onShortcut(run: () => void): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey && event.altKey && event.shiftKey && event.code === 'KeyR') run()
  })
}
