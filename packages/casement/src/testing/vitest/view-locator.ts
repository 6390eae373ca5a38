import { packArgument, type Step } from './view-commands.ts'

/** The text match: a case-insensitive part, or the whole text. */
export interface TextOptions {
  readonly exact?: boolean
}

/** Further options for an element with a role. */
export interface RoleOptions extends TextOptions {
  readonly name?: string | RegExp
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly expanded?: boolean
  readonly pressed?: boolean
  readonly selected?: boolean
  readonly level?: number
  readonly includeHidden?: boolean
}

/** Ways to find elements inside a View, as Playwright has them. */
export interface ViewQueries {
  getByRole(role: string, options?: RoleOptions): ViewLocator
  getByText(text: string | RegExp, options?: TextOptions): ViewLocator
  getByLabel(text: string | RegExp, options?: TextOptions): ViewLocator
  getByPlaceholder(text: string | RegExp, options?: TextOptions): ViewLocator
  getByAltText(text: string | RegExp, options?: TextOptions): ViewLocator
  getByTitle(text: string | RegExp, options?: TextOptions): ViewLocator
  getByTestId(id: string | RegExp): ViewLocator
  /** By a CSS selector. */
  locator(selector: string): ViewLocator
}

/** Elements inside a View. Every method waits for the element, and actions use real browser input. */
export interface ViewLocator extends ViewQueries {
  first(): ViewLocator
  last(): ViewLocator
  nth(index: number): ViewLocator
  filter(options: { readonly hasText?: string | RegExp; readonly hasNotText?: string | RegExp }): ViewLocator
  click(): Promise<void>
  dblclick(): Promise<void>
  hover(): Promise<void>
  focus(): Promise<void>
  fill(value: string): Promise<void>
  press(key: string): Promise<void>
  check(): Promise<void>
  uncheck(): Promise<void>
  selectOption(value: string | readonly string[]): Promise<string[]>
  waitFor(options?: { readonly state?: 'attached' | 'detached' | 'visible' | 'hidden' }): Promise<void>
  textContent(): Promise<string | null>
  allTextContents(): Promise<string[]>
  inputValue(): Promise<string>
  getAttribute(name: string): Promise<string | null>
  count(): Promise<number>
  isVisible(): Promise<boolean>
  isEnabled(): Promise<boolean>
  isChecked(): Promise<boolean>
  /** The accessibility tree of the element. */
  ariaSnapshot(): Promise<string>
}

const NARROWING = {
  getByRole: true,
  getByText: true,
  getByLabel: true,
  getByPlaceholder: true,
  getByAltText: true,
  getByTitle: true,
  getByTestId: true,
  locator: true,
  first: true,
  last: true,
  nth: true,
  filter: true,
  click: false,
  dblclick: false,
  hover: false,
  focus: false,
  fill: false,
  press: false,
  check: false,
  uncheck: false,
  selectOption: false,
  waitFor: false,
  textContent: false,
  allTextContents: false,
  inputValue: false,
  getAttribute: false,
  count: false,
  isVisible: false,
  isEnabled: false,
  isChecked: false,
  ariaSnapshot: false,
} as const satisfies Record<keyof ViewLocator, boolean>

/** Elements at the end of some locator steps, which run when an action runs. */
export function viewLocator(run: (steps: readonly Step[]) => Promise<unknown>, steps: readonly Step[] = []): ViewLocator {
  const methods = Object.entries(NARROWING).map(([name, isNarrowing]) => [
    name,
    (...args: unknown[]) => {
      const next: readonly Step[] = [...steps, [name, ...args.map(packArgument)]]
      return isNarrowing ? viewLocator(run, next) : run(next)
    },
  ])
  return Object.fromEntries(methods) as ViewLocator
}
