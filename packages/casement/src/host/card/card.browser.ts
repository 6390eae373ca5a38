import { afterEach, expect, test, vi } from 'vitest'
import { completeCard, renderCard } from './card.ts'
import { CATALOGUE } from './catalogue.ts'
import { diagnose } from './diagnosis.ts'
import { diagnosisCard } from './diagnosis-card.ts'

const HOSTILE = '<img src=x onerror="globalThis.owned = true">'
const diagnosis = diagnose('view-silent', `It said ${HOSTILE}.`, [HOSTILE])
const show = (card: HTMLElement): HTMLElement => {
  const place = document.createElement('div')
  place.attachShadow({ mode: 'open' }).append(card)
  document.body.append(place)
  return card
}
const text = (card: HTMLElement, selector: string): string | null | undefined => card.querySelector(selector)?.textContent
afterEach(() => document.body.replaceChildren())

test('when nothing can be fetched, a card says stage, cause, code and where to look, and tries again', async () => {
  const retry = vi.fn<() => void>()
  const bring = vi.fn<() => Promise<never>>().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  const card = show(diagnosisCard(diagnosis, retry, bring))
  await expect.poll(() => bring.mock.settledResults[0]?.type).toBe('rejected')
  expect(text(card, 'h2')).toContain('initialize')
  expect(text(card, '.cause')).toBe(diagnosis.cause)
  expect(text(card, '.fix')).toBe(diagnosis.fix)
  expect(text(card, 'code')).toBe('view-silent')
  card.querySelector('button')?.click()
  expect(retry).toHaveBeenCalledOnce()
})

test('when the rest of the card has come, what was there is still there and keeps the focus', async () => {
  let arrive: (part: { completeCard: typeof completeCard }) => void = () => {}
  const coming = new Promise<{ completeCard: typeof completeCard }>((resolve) => (arrive = resolve))
  const card = show(
    diagnosisCard(
      diagnosis,
      () => {},
      () => coming,
    ),
  )
  const root = card.getRootNode() as ShadowRoot
  const again = card.querySelector('button')
  again?.focus()
  arrive({ completeCard })
  await expect.poll(() => text(card, 'h2')).toBe(CATALOGUE['view-silent'].title)
  expect(text(card, '.fix')).toBe(CATALOGUE['view-silent'].fix)
  expect(text(card, 'li')).toBe(HOSTILE)
  expect([...card.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Try again', 'Copy details'])
  expect(root.activeElement).toBe(again)
  expect(card.querySelector('img')).toBeNull()
})

test('a card that a host renders itself is whole from the start, with a button for each thing that can be done', () => {
  const card = show(renderCard(diagnosis))
  expect(text(card, 'h2')).toBe(CATALOGUE['view-silent'].title)
  expect([...card.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Copy details'])
})
