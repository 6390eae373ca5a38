import type { Page, Response } from 'playwright-core'

/** Opens a page. A missing page breaks no rule, so there is nothing to examine: throws an error with the reason. */
export async function reach(page: Page, url: string): Promise<Response> {
  const response = await page.goto(url).catch((error: unknown) => {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error(`${url} cannot be reached: ${/net::\w+/.exec(reason)?.[0] ?? reason}`)
  })
  if (!response?.ok()) throw new Error(`${url} answered ${response?.status() ?? 'nothing'}`)
  return response
}
