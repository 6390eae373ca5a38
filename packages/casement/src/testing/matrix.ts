import type { McpUiHostContext } from '../protocol/schemas/index.ts'
import { profileOf, type ProfileChoice } from './profiles/profiles.ts'

/** The values to combine. The default of each is that of `renderApp`. */
export interface MatrixOptions {
  readonly profiles?: readonly ProfileChoice[] | undefined
  readonly themes?: readonly ('light' | 'dark')[] | undefined
  /** Widths of the View in pixels. */
  readonly widths?: readonly number[] | undefined
}

/** One combination: a name for the test, and options for `renderApp`. */
export interface MatrixCell {
  readonly name: string
  readonly profile?: ProfileChoice
  readonly hostContext?: McpUiHostContext
  readonly width?: number
}

const each = <T>(list: readonly T[] | undefined): readonly (T | undefined)[] => list ?? [undefined]

/** Every combination of profiles, themes and widths, for `test.each`. */
export function matrix({ profiles, themes, widths }: MatrixOptions): MatrixCell[] {
  return each(profiles).flatMap((profile) =>
    each(themes).flatMap((theme) => each(widths).map((width) => cell(profile, theme, width))),
  )
}

function cell(profile: ProfileChoice | undefined, theme: 'light' | 'dark' | undefined, width: number | undefined): MatrixCell {
  const parts = [profile && profileOf(profile).id, theme, width === undefined ? undefined : `${width} px`]
  return {
    name: parts.filter((part) => part !== undefined).join(', '),
    ...(profile && { profile }),
    ...(theme && { hostContext: { theme } }),
    ...(width !== undefined && { width }),
  }
}
