import { afterEach, expect, test, vi } from 'vitest'
import { completeCard } from './card.ts'
import { CATALOGUE } from './catalogue.ts'
import { diagnose } from './diagnosis.ts'
import { diagnosisCard } from './diagnosis-card.ts'

const HOSTILE = '<img src=x onerror="globalThis.owned = true">'
const diagnosis = diagnose('view-silent', `It sent ${HOSTILE}.`, [HOSTILE])
const show = (card: HTMLElement): HTMLElement => {
  const container = document.createElement('div')
  container.attachShadow({ mode: 'open' }).append(card)
  document.body.append(container)
  return card
}
const text = (card: HTMLElement, selector: string): string | null | undefined => card.querySelector(selector)?.textContent
afterEach(() => document.body.replaceChildren())

test('without the lazy chunk, a card shows stage, cause, code and hint, and can retry', async () => {
  const retry = vi.fn<() => void>()
  const load = vi.fn<() => Promise<never>>().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  const card = show(diagnosisCard(diagnosis, retry, load))
  await expect.poll(() => load.mock.settledResults[0]?.type).toBe('rejected')
  expect(text(card, 'h2')).toContain('initialize')
  expect(text(card, '.cause')).toBe(diagnosis.cause)
  expect(text(card, '.fix')).toBe(diagnosis.fix)
  expect(text(card, 'code')).toBe('view-silent')
  card.querySelector('button')?.click()
  expect(retry).toHaveBeenCalledOnce()
})

test('when the lazy chunk has loaded, the existing elements stay and keep the focus', async () => {
  let resolve: (chunk: { completeCard: typeof completeCard }) => void = () => {}
  const chunk = new Promise<{ completeCard: typeof completeCard }>((done) => (resolve = done))
  const card = show(
    diagnosisCard(
      diagnosis,
      () => {},
      () => chunk,
    ),
  )
  const root = card.getRootNode() as ShadowRoot
  const retryButton = card.querySelector('button')
  retryButton?.focus()
  resolve({ completeCard })
  await expect.poll(() => text(card, 'h2')).toBe(CATALOGUE['view-silent'].title)
  expect(text(card, '.fix')).toBe(CATALOGUE['view-silent'].fix)
  expect(text(card, 'li')).toBe(HOSTILE)
  expect([...card.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Try again', 'Copy details'])
  expect(root.activeElement).toBe(retryButton)
  expect(card.querySelector('img')).toBeNull()
})
