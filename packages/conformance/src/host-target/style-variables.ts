const COLOURS = ['primary', 'secondary', 'tertiary', 'inverse', 'ghost', 'info', 'danger', 'success', 'warning', 'disabled']
const TEXT = ['xs', 'sm', 'md', 'lg']
const HEADING = [...TEXT, 'xl', '2xl', '3xl']
const named = (prefix: string, ends: readonly string[], suffix = ''): string[] => ends.map((end) => `--${prefix}-${end}${suffix}`)

/** The names of the standard style variables. */
export const STYLE_VARIABLES: ReadonlySet<string> = new Set([
  ...named('color-background', COLOURS),
  ...named('color-text', COLOURS),
  ...named('color-border', COLOURS),
  ...named('color-ring', ['primary', 'secondary', 'inverse', 'info', 'danger', 'success', 'warning']),
  ...named('font', ['sans', 'mono']),
  ...named('font-weight', ['normal', 'medium', 'semibold', 'bold']),
  ...named('font-text', TEXT, '-size'),
  ...named('font-heading', HEADING, '-size'),
  ...named('font-text', TEXT, '-line-height'),
  ...named('font-heading', HEADING, '-line-height'),
  ...named('border-radius', ['xs', 'sm', 'md', 'lg', 'xl', 'full']),
  ...named('border-width', ['regular']),
  ...named('shadow', ['hairline', 'sm', 'md', 'lg']),
])
