const BUTTON = 'Copy the recording'

/** Shows a button in the corner of the page that copies the code of the recording. A second call does nothing. */
export function showCorner(code: () => Promise<string>): void {
  if (document.querySelector('[data-casement-recorder]')) return
  const place = document.createElement('div')
  place.dataset['casementRecorder'] = ''
  // Set one by one: a policy without 'unsafe-inline' forbids style attributes and elements, but not this.
  Object.assign(place.style, { position: 'fixed', right: '4px', bottom: '4px', zIndex: '2147483647', font: '12px sans-serif' })
  const root = place.attachShadow({ mode: 'open' })
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = BUTTON
  const field = document.createElement('textarea')
  field.readOnly = true
  field.hidden = true
  field.ariaLabel = 'The recording as a code'
  Object.assign(field.style, { width: '240px', height: '60px', display: 'none' })
  const showCode = async (): Promise<void> => {
    const text = await code()
    field.value = text
    field.hidden = false
    field.style.display = 'block'
    button.textContent = (await copy(text, field)) ? 'Copied' : 'Copy this text'
  }
  button.addEventListener('click', () => {
    void showCode()
  })
  root.append(field, button)
  document.documentElement.append(place)
}

/** Copies a text if the host allows it. Otherwise it stays selected, for the user to copy. */
async function copy(text: string, field: HTMLTextAreaElement): Promise<boolean> {
  field.select()
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Hosts rarely delegate the Clipboard API to Views. The older command needs no permission after a click.
    return document.execCommand('copy')
  }
}
