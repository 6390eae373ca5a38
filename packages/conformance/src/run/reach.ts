import type { Page, Response } from 'playwright-core'

/** Opens a page. What is not there breaks no rule, so then there is nothing to examine: throws an error that says why. */
export async function reach(page: Page, url: string): Promise<Response> {
  const response = await page.goto(url).catch((error: unknown) => {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error(`${url} cannot be reached: ${/net::\w+/.exec(reason)?.[0] ?? reason}`)
  })
  if (!response?.ok()) throw new Error(`${url} answered ${response?.status() ?? 'nothing'}`)
  return response
}
