const tones = [
  'primary',
  'secondary',
  'tertiary',
  'inverse',
  'ghost',
  'info',
  'danger',
  'success',
  'warning',
  'disabled',
] as const
const ringTones = ['primary', 'secondary', 'inverse', 'info', 'danger', 'success', 'warning'] as const
const weights = ['normal', 'medium', 'semibold', 'bold'] as const
const textSizes = ['xs', 'sm', 'md', 'lg'] as const
const headingSizes = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl'] as const
const radii = ['xs', 'sm', 'md', 'lg', 'xl', 'full'] as const
const shadows = ['hairline', 'sm', 'md', 'lg'] as const

/** The name of a standard CSS variable, whose value the host can set. */
export type McpUiStyleVariableKey =
  | `--color-${'background' | 'text' | 'border'}-${(typeof tones)[number]}`
  | `--color-ring-${(typeof ringTones)[number]}`
  | '--font-sans'
  | '--font-mono'
  | `--font-weight-${(typeof weights)[number]}`
  | `--font-text-${(typeof textSizes)[number]}-${'size' | 'line-height'}`
  | `--font-heading-${(typeof headingSizes)[number]}-${'size' | 'line-height'}`
  | `--border-radius-${(typeof radii)[number]}`
  | '--border-width-regular'
  | `--shadow-${(typeof shadows)[number]}`

/** The names of all 76 standard CSS variables, in the order of the specification. */
export const STYLE_VARIABLE_KEYS: readonly McpUiStyleVariableKey[] = [
  ...tones.map((tone) => `--color-background-${tone}` as const),
  ...tones.map((tone) => `--color-text-${tone}` as const),
  ...tones.map((tone) => `--color-border-${tone}` as const),
  ...ringTones.map((tone) => `--color-ring-${tone}` as const),
  '--font-sans',
  '--font-mono',
  ...weights.map((weight) => `--font-weight-${weight}` as const),
  ...textSizes.map((size) => `--font-text-${size}-size` as const),
  ...headingSizes.map((size) => `--font-heading-${size}-size` as const),
  ...textSizes.map((size) => `--font-text-${size}-line-height` as const),
  ...headingSizes.map((size) => `--font-heading-${size}-line-height` as const),
  ...radii.map((radius) => `--border-radius-${radius}` as const),
  '--border-width-regular',
  ...shadows.map((shadow) => `--shadow-${shadow}` as const),
]
