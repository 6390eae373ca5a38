import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import { STYLE_VARIABLE_KEYS, type McpUiStyleVariableKey } from '../../protocol/schemas/style-variables.ts'

/** Options of `hostStylesFrom`. */
export interface HostStylesOptions {
  /**
   * The values of standard variables: the name of a custom property of the page, such as `--brand-bg`, or any CSS value, also with
   * `var()`.
   */
  readonly tokens?: Readonly<Partial<Record<McpUiStyleVariableKey, string>>>
  /** `@font-face` and `@import` rules for the View. */
  readonly fonts?: string
}

/** The computed styles of the page that values are derived from. */
interface PageStyle {
  readonly background: string
  readonly text: string
  readonly accent: string
  readonly font: string
  readonly size: number
}

const HUES: Readonly<Record<string, string>> = { info: '#2563eb', danger: '#dc2626', success: '#16a34a', warning: '#d97706' }
const SIZES: Readonly<Record<string, number>> = { xs: 0.75, sm: 0.875, md: 1, lg: 1.125 }
const HEADINGS: Readonly<Record<string, number>> = { xs: 0.875, sm: 1, md: 1.125, lg: 1.25, xl: 1.5, '2xl': 1.875, '3xl': 2.25 }
const RADII: Readonly<Record<string, string>> = { xs: '2px', sm: '4px', md: '8px', lg: '12px', xl: '16px', full: '9999px' }
const WEIGHTS: Readonly<Record<string, string>> = { normal: '400', medium: '500', semibold: '600', bold: '700' }
const SHADOWS: Readonly<Record<string, string>> = {
  hairline: '0 0 0 1px rgb(0 0 0 / 0.08)',
  sm: '0 1px 2px rgb(0 0 0 / 0.08)',
  md: '0 4px 12px rgb(0 0 0 / 0.12)',
  lg: '0 12px 32px rgb(0 0 0 / 0.18)',
}

const mix = (color: string, percent: number, base: string): string => `color-mix(in srgb, ${color} ${percent}%, ${base})`

const COLORS: Readonly<Record<string, (page: PageStyle) => string>> = {
  'background-primary': ({ background }) => background,
  'background-secondary': ({ text, background }) => mix(text, 4, background),
  'background-tertiary': ({ text, background }) => mix(text, 8, background),
  'background-inverse': ({ text }) => text,
  'background-ghost': () => 'transparent',
  'background-disabled': ({ text, background }) => mix(text, 6, background),
  'text-primary': ({ text }) => text,
  'text-secondary': ({ text, background }) => mix(text, 72, background),
  'text-tertiary': ({ text, background }) => mix(text, 55, background),
  'text-inverse': ({ background }) => background,
  'text-ghost': ({ text, background }) => mix(text, 55, background),
  'text-disabled': ({ text, background }) => mix(text, 40, background),
  'border-primary': ({ text, background }) => mix(text, 20, background),
  'border-secondary': ({ text, background }) => mix(text, 12, background),
  'border-tertiary': ({ text, background }) => mix(text, 8, background),
  'border-inverse': ({ text }) => text,
  'border-ghost': () => 'transparent',
  'border-disabled': ({ text, background }) => mix(text, 8, background),
  'ring-primary': ({ accent }) => accent,
  'ring-secondary': ({ text, background }) => mix(text, 40, background),
  'ring-inverse': ({ background }) => background,
}
/** The percentage of the hue in a semantic color such as `danger`, by family. */
const HUE_PERCENT: Readonly<Record<string, number>> = { background: 12, text: 80, border: 50, ring: 70 }

/** Derives the value of a variable that the page does not set from the computed styles of the page. */
function derive(key: string, page: PageStyle): string {
  const color = /^--color-((background|text|border|ring)-(\w+))$/.exec(key)
  if (color) {
    const [, name = '', family = '', tone = ''] = color
    const base = family === 'text' ? page.text : page.background
    return COLORS[name]?.(page) ?? mix(HUES[tone] ?? page.text, HUE_PERCENT[family] ?? 50, base)
  }
  const [, kind = '', step = '', unit = ''] =
    /^--(font-text|font-heading|font-weight|border-radius|shadow)-([^-]+)(?:-(.+))?$/.exec(key) ?? []
  const scale = (kind === 'font-text' ? SIZES[step] : HEADINGS[step]) ?? 1
  if (unit === 'size') return `${Math.round(page.size * scale * 100) / 100}px`
  if (unit === 'line-height') return kind === 'font-text' ? '1.5' : '1.25'
  if (key === '--font-sans') return page.font
  if (key === '--font-mono') return 'ui-monospace, monospace'
  return WEIGHTS[step] ?? (kind === 'border-radius' ? RADII[step] : SHADOWS[step]) ?? '1px'
}

/**
 * Values for all 76 standard variables, so that a View matches the page. Each value comes from `tokens`, from the page's variable of the
 * same name, or is derived from the computed styles of the element. No variable is left out, as the specification recommends (R-186,
 *
 */
export function hostStylesFrom(
  element: Element,
  { tokens = {}, fonts }: HostStylesOptions = {},
): NonNullable<McpUiHostContext['styles']> {
  const style = getComputedStyle(element)
  const accent = style.accentColor === 'auto' ? '#2563eb' : style.accentColor
  const page: PageStyle = {
    background: backgroundOf(element),
    text: style.color,
    accent,
    font: style.fontFamily,
    size: Number.parseFloat(style.fontSize) || 16,
  }
  const valueOf = (key: McpUiStyleVariableKey): string => {
    const token = tokens[key]
    const given = token?.startsWith('--') ? style.getPropertyValue(token).trim() : token && resolveVars(element, token)
    return given || style.getPropertyValue(key).trim() || derive(key, page)
  }
  const variables = Object.fromEntries(STYLE_VARIABLE_KEYS.map((key) => [key, valueOf(key)])) as Record<
    McpUiStyleVariableKey,
    string
  >
  return { variables, ...(fonts !== undefined && { css: { fonts } }) }
}

/** The background color of an element, or of the nearest ancestor that has one. */
function backgroundOf(element: Element): string {
  for (let current: Element | null = element; current; current = current.parentElement) {
    const { backgroundColor } = getComputedStyle(current)
    if (!/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor
  }
  return getComputedStyle(element).colorScheme.includes('dark') ? '#121212' : '#ffffff'
}

/** Resolves `var()` in a value at the place of an element, by letting the browser compute it on a temporary child. */
function resolveVars(element: Element, value: string): string {
  if (!value.includes('var(') || !(element instanceof HTMLElement)) return value
  const probe = element.ownerDocument.createElement('span')
  probe.style.setProperty('--casement-probe', value)
  element.append(probe)
  const resolved = getComputedStyle(probe).getPropertyValue('--casement-probe').trim()
  probe.remove()
  return resolved
}
