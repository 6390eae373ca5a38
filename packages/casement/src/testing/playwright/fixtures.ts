import type { PageLike } from './page-like.ts'
import { renderApp, type PageRenderOptions, type RenderedApp } from './render-app.ts'

/** Renders a View in the page of the test. */
export type RenderInPage<P extends PageLike> = (options: PageRenderOptions) => Promise<RenderedApp<P>>

/**
 * For `test.extend` of Playwright: gives tests a `renderApp` that renders into their `page`. Rendered Views are unmounted at the
 * end of the test, which fails if a View did not respond to its teardown.
 */
export const casementFixtures = {
  renderApp: async <P extends PageLike>(
    { page }: { page: P },
    use: (render: RenderInPage<P>) => Promise<void>,
  ): Promise<void> => {
    const rendered: RenderedApp<P>[] = []
    await use(async (options) => {
      // The page shows one host page at a time, so the previous View is unmounted first.
      await rendered.at(-1)?.unmount()
      const app = await renderApp(page, options)
      rendered.push(app)
      return app
    })
    await rendered.at(-1)?.unmount()
  },
}
