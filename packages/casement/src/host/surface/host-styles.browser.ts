import { afterEach, expect, test } from 'vitest'
import { STYLE_VARIABLE_KEYS } from '../../protocol/schemas/style-variables.ts'
import { validContext } from '../bridge/host-context.ts'
import { hostStylesFrom } from './host-styles.ts'

const box = (css: string): HTMLElement => {
  const element = document.createElement('div')
  element.style.cssText = css
  document.body.append(element)
  return element
}
afterEach(() => document.body.replaceChildren())

test('R-186 R-187 gives all 76 variables a valid CSS value, and the host context keeps them all', () => {
  const { variables = {} } = hostStylesFrom(box('background: #102030; color: rgb(250, 250, 250); font: 18px Georgia, serif'))
  expect(Object.keys(variables)).toEqual([...STYLE_VARIABLE_KEYS])
  const property = (key: string): string =>
    key.startsWith('--color')
      ? 'color'
      : key.endsWith('size')
        ? 'font-size'
        : key.endsWith('line-height')
          ? 'line-height'
          : key.startsWith('--font-weight')
            ? 'font-weight'
            : key.startsWith('--shadow')
              ? 'box-shadow'
              : key.startsWith('--font')
                ? 'font-family'
                : 'width'
  const bad = Object.entries(variables).filter(([key, value]) => !value || !CSS.supports(property(key), value))
  expect(bad).toEqual([])
  expect(validContext({ styles: { variables } })).toEqual({ styles: { variables } })
})

test('derives values from the styles of the element and of its ancestors', () => {
  const outer = box('background: rgb(16, 32, 48); color: rgb(250, 250, 250); font: 18px Georgia, serif')
  const inner = document.createElement('p')
  outer.append(inner)
  expect(hostStylesFrom(inner).variables).toMatchObject({
    '--color-background-primary': 'rgb(16, 32, 48)',
    '--color-text-primary': 'rgb(250, 250, 250)',
    '--color-background-inverse': 'rgb(250, 250, 250)',
    '--font-sans': 'Georgia, serif',
    '--font-text-md-size': '18px',
    '--font-text-lg-size': '20.25px',
    '--border-radius-full': '9999px',
  })
})

test('variables of the page take precedence over derived values, and tokens over both', () => {
  const element = box('--color-text-info: teal; --brand: rebeccapurple; --gap: 3; --font-mono: Courier')
  const styles = hostStylesFrom(element, {
    tokens: { '--color-text-danger': '--brand', '--border-radius-sm': 'calc(var(--gap) * 1px)', '--font-mono': 'Menlo' },
    fonts: '@font-face { font-family: x }',
  })
  expect(styles.variables).toMatchObject({
    '--color-text-info': 'teal',
    '--color-text-danger': 'rebeccapurple',
    '--border-radius-sm': 'calc(3 * 1px)',
    '--font-mono': 'Menlo',
  })
  expect(styles.css).toEqual({ fonts: '@font-face { font-family: x }' })
  expect(element.childElementCount).toBe(0)
})

test('a token that the page does not set falls back to the derived value', () => {
  const styles = hostStylesFrom(box('color: rgb(1, 2, 3)'), { tokens: { '--color-text-primary': '--nowhere' } })
  expect(styles.variables?.['--color-text-primary']).toBe('rgb(1, 2, 3)')
})
