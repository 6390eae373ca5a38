import { CONTROLS, type Control } from '../dynamic/page-api.ts'

const MAX_NAME = 60

/** The controls that a user can see, operate and name. */
export function listControls(): Control[] {
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((element, index) => {
    const name = nameOf(element)
    const isOut = element.closest(':disabled, [aria-disabled=true], [inert]') !== null || !element.checkVisibility()
    const { width, height } = element.getBoundingClientRect()
    return name === '' || isOut || width < 1 || height < 1 ? [] : [{ index, role: roleOf(element), name }]
  })
}

function roleOf(element: HTMLElement): Control['role'] {
  if (element instanceof HTMLSelectElement) return 'choice'
  if (element instanceof HTMLInputElement && /^(checkbox|radio|range|color)$/.test(element.type)) return 'choice'
  if (element instanceof HTMLInputElement && /^(button|submit|image|reset)$/.test(element.type)) return 'button'
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element.isContentEditable) return 'field'
  return element instanceof HTMLAnchorElement || element.getAttribute('role') === 'link' ? 'link' : 'button'
}

function nameOf(element: HTMLElement): string {
  const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : []
  const named = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const texts = [
    element.getAttribute('aria-label'),
    ...named.map((id) => document.getElementById(id)?.textContent),
    ...labels.map((label) => label.textContent),
    element.innerText,
    element instanceof HTMLInputElement ? element.value || element.placeholder : '',
    element.getAttribute('placeholder'),
    element.title,
    element.getAttribute('name'),
    element.querySelector('img')?.alt,
  ]
  const found = texts.find((text) => text && text.trim() !== '') ?? ''
  return found.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_NAME)
}

const VALUES: Readonly<Record<string, string>> = {
  email: 'somebody@example.com',
  url: 'https://example.com/',
  tel: '5550100',
  number: '1',
  date: '2026-01-26',
  time: '12:00',
  month: '2026-01',
  week: '2026-W04',
  'datetime-local': '2026-01-26T12:00',
}

/** A text that the input at this place accepts. */
export function valueFor(index: number): string {
  const element = document.querySelectorAll<HTMLElement>(CONTROLS)[index]
  if (!(element instanceof HTMLInputElement)) return 'example'
  return element.type === 'number' && element.min !== '' ? element.min : (VALUES[element.type] ?? 'example')
}
