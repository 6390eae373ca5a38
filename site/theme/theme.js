// Light or dark, before anything is painted. The system's choice holds until somebody makes another.
/** What was chosen before. */
function keptTheme() {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}

/** @param {string} theme */
function keepTheme(theme) {
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage is off: the choice lasts as long as the page.
  }
}

{
  const root = document.documentElement
  const isDark = () =>
    (root.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
  const saved = keptTheme()
  if (saved) root.dataset['theme'] = saved
  addEventListener('DOMContentLoaded', () => {
    const button = document.querySelector('#theme')
    const menu = document.querySelector('details.menu')
    if (!(button instanceof HTMLElement)) return
    const name = () => {
      button.textContent = isDark() ? 'Light' : 'Dark'
      button.setAttribute('aria-label', `Switch to ${isDark() ? 'light' : 'dark'}`)
    }
    name()
    button.addEventListener('click', () => {
      root.dataset['theme'] = isDark() ? 'light' : 'dark'
      keepTheme(root.dataset['theme'])
      name()
    })
    // Where there is room the menu stands beside the text.
    const wide = matchMedia('(min-width: 60rem)')
    const unfold = () => menu?.toggleAttribute('open', wide.matches)
    unfold()
    wide.addEventListener('change', unfold)
    menu?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  })
}
