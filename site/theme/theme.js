// The theme, the copy buttons and the outline of a page. It runs before the first paint, so that the theme does not flash.
/** The theme that was chosen on an earlier page. */
function savedTheme() {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}

/** @param {string} theme */
function saveTheme(theme) {
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage is off, so the choice lasts as long as the page.
  }
}

/** Shows the name of the other theme on the button, and switches to it. @param {HTMLElement} button */
function connectThemeButton(button) {
  const root = document.documentElement
  const isDark = () =>
    (root.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
  const label = () => {
    button.textContent = isDark() ? 'Light' : 'Dark'
    button.setAttribute('aria-label', `Switch to ${isDark() ? 'light' : 'dark'}`)
  }
  label()
  button.addEventListener('click', () => {
    root.dataset['theme'] = isDark() ? 'light' : 'dark'
    saveTheme(root.dataset['theme'])
    label()
  })
}

/** Opens an element beside the text on wide screens, and closes it above the text on narrow ones. @param {string} selector @param {string} width */
function unfoldFrom(selector, width) {
  const details = document.querySelector(selector)
  const wide = matchMedia(`(min-width: ${width})`)
  const apply = () => details?.toggleAttribute('open', wide.matches)
  apply()
  wide.addEventListener('change', apply)
}

function addCopyButtons() {
  for (const block of document.querySelectorAll('main pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent ?? '').then(
        () => (button.textContent = 'Copied'),
        () => (button.textContent = 'Not allowed'),
      )
    })
    const frame = document.createElement('div')
    frame.className = 'code'
    block.replaceWith(frame)
    frame.append(block, button)
  }
}

/** Marks the section that is being read in the outline. */
function followReading() {
  const links = [...document.querySelectorAll('.contents a')]
  const sections = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.getAttribute('href')?.slice(1) ?? ''))
    return heading ? [{ link, heading }] : []
  })
  const mark = () => {
    const current = sections.findLast(({ heading }) => heading.getBoundingClientRect().top < 120) ?? sections[0]
    for (const { link } of sections)
      if (link === current?.link) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
  }
  mark()
  addEventListener('scroll', mark, { passive: true })
}

{
  const theme = savedTheme()
  if (theme) document.documentElement.dataset['theme'] = theme
  addEventListener('DOMContentLoaded', () => {
    const button = document.querySelector('#theme')
    if (button instanceof HTMLElement) connectThemeButton(button)
    unfoldFrom('details.menu', '60rem')
    unfoldFrom('details.contents', '80rem')
    addCopyButtons()
    followReading()
    document.querySelector('.menu [aria-current]')?.scrollIntoView({ block: 'nearest' })
  })
}
