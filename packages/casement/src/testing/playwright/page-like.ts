/** The part of a Playwright `Page` that is used, so that any version of it fits. */
export interface PageLike {
  goto(url: string): Promise<unknown>
  evaluate(expression: string): Promise<unknown>
  locator(selector: string): { contentFrame(): unknown }
}

/** The part of a `FrameLocator` that is used. */
export type FrameIn<P extends PageLike> = ReturnType<ReturnType<P['locator']>['contentFrame']>

/** The inside of the View: in the frame of the proxy, in the container of that name. */
export function viewIn<P extends PageLike>(page: P, id: string): FrameIn<P> {
  const proxy = page.locator(`[data-casement-app="${id}"] iframe`).contentFrame() as PageLike
  return proxy.locator('iframe').contentFrame() as FrameIn<P>
}

/** Runs a function of the host page. */
export const callPage = (page: PageLike, name: string, ...args: readonly unknown[]): Promise<unknown> =>
  page.evaluate(`casementTest.${name}(${args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ')})`)
