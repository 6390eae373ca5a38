// How long a key press explains the focus change that follows it.
const TAB_MS = 300
// The host returns the focus this soon, when another View has taken it.
const RETURN_MS = 1000

type FocusMethod = (this: unknown, ...args: unknown[]) => void

const mayFocus = (): boolean => document.hasFocus() || (navigator.userActivation?.isActive ?? true)

const guard = (owner: object, name: string): void => {
  const method = Reflect.get(owner, name) as FocusMethod
  Object.assign(owner, {
    [name](this: unknown, ...args: unknown[]) {
      if (mayFocus()) method.apply(this, args)
    },
  })
}

/**
 * Leaves the keyboard with the user: a script that focuses an element, as many do when they draw a form, has no effect while the
 * keyboard is elsewhere and the user has done nothing in this View. A hostile View can work around this; the focus guard of the host
 * stops it.
 */
export function installFocusShim(): void {
  guard(window, 'focus')
  for (const { prototype } of [HTMLElement, SVGElement]) guard(prototype, 'focus')
  for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement]) guard(prototype, 'select')
  restoreFocus()
}

/**
 * Reports when this document loses the keyboard, and whether the user pressed Tab: if another View took it, the host returns it. The
 * browser then no longer knows which element had it.
 */
function restoreFocus(): void {
  const proxy = parent
  let tabAt = -Infinity
  let lost: { readonly element: HTMLElement; readonly at: number } | undefined
  addEventListener('keydown', ({ key, timeStamp }) => (tabAt = key === 'Tab' ? timeStamp : -Infinity), true)
  addEventListener('pointerdown', () => (lost = undefined), true)
  const onblur = ({ target, timeStamp: at }: FocusEvent): void => {
    if (target instanceof HTMLElement) lost = { element: target, at }
    if (target !== window) return
    const tab = at - tabAt < TAB_MS
    // The element loses it right before its window. One that lost it earlier was left by the user.
    if (tab || (lost && at - lost.at > TAB_MS)) lost = undefined
    proxy.postMessage({ 'dev.casement/tap': { kind: 'blur', tab } }, /* opaque: a View does not know which page frames it */ '*')
  }
  const onfocus = ({ target, timeStamp }: FocusEvent): void => {
    if (target !== window || !lost || timeStamp - lost.at > RETURN_MS) return
    const { element } = lost
    // Deferred, so that a Tab into this View has moved the focus to its element.
    setTimeout(() => document.activeElement === document.body && element.focus({ preventScroll: true }))
  }
  addEventListener('blur', onblur, true)
  addEventListener('focus', onfocus, true)
}
