// After the View has loaded: the first check is for a developer who watches, the last one for a View that waits for its data.
const CHECKS_MS = [1000, 3000, 10_000]

/** Reports whether the View shows nothing, a few times after it has loaded, and only when that has changed. */
export function reportBlank(report: (kind: string, details: object) => void): void {
  let wasBlank = false
  const check = (): void => {
    const isBlank = showsNothing()
    if (isBlank !== wasBlank)
      report('blank', { isBlank, message: isBlank ? 'the View shows nothing' : 'the View shows something' })
    wasBlank = isBlank
  }
  addEventListener('load', () => {
    for (const ms of CHECKS_MS) setTimeout(check, ms)
  })
}

// Content inside a shadow root cannot be seen from here, so its host counts as content.
const CONTENT = 'img,svg,canvas,video,iframe,object,embed,input,button,select,textarea,hr,progress,meter'

function showsNothing(): boolean {
  const { body } = document
  if (!body || body.innerText.trim()) return !body
  return ![...body.querySelectorAll<HTMLElement>('*')].some(
    (element) => element.clientHeight + element.getBoundingClientRect().height > 0 && hasContent(element),
  )
}

function hasContent(element: HTMLElement): boolean {
  if (element.shadowRoot || element.localName.includes('-') || element.matches(CONTENT)) return true
  const { backgroundColor, backgroundImage, borderTopWidth } = getComputedStyle(element)
  return backgroundImage !== 'none' || !/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor) || borderTopWidth !== '0px'
}
