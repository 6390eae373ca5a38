import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallEntry, ViewState } from '@casement/gateway/api'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/setup.mjs'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { bundleScript } from '../lab/bundle.mjs'
import { callUrl, openBrowser, openPage, readyView } from './command-page.ts'
import { runCasement } from './run-casement.ts'

test('after kill -9 the conversation is back, and its View with input, result and state', async () => {
  const folder = temporaryFolder()
  const html = join(folder, 'view.html')
  const script = await bundleScript(new URL('chat-view.ts', import.meta.url))
  writeFileSync(
    html,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Talker</title><body><script>${script}</script></body></html>`,
  )
  const args = ['--no-demo', '--', process.execPath, join(root, 'e2e/studio/programs/page-server.mjs'), html]
  const browser = await openBrowser()
  onTestFinished(() => browser.close())

  const first = await runCasement(args, { dataDir: folder })
  const page = await openPage(browser)
  await page.goto(callUrl(first.scriptUrl, 'page-server', 'show', { train: 'ICE 4' }))
  const view = await readyView(page)
  const result = (await view.locator('#outcome').filter({ hasText: 'result' }).textContent()) ?? ''
  await view.getByRole('button', { name: 'count' }).click()
  await view.getByRole('button', { name: 'count' }).click()
  await view.getByText('count 2').waitFor()
  const id = new URL(page.url()).hash.slice('#/'.length)
  // Only acknowledged data is guaranteed to survive, so wait for the acknowledgement.
  const kept = async (): Promise<{ status: string | undefined; state: ViewState }> => {
    const { entries } = (await (await first.api(`/api/conversations/${id}`)).json()) as { entries: Partial<CallEntry>[] }
    const call = entries.find((entry) => entry.view)
    const state = (await (await first.api(`/api/views/${call?.view}/state`)).json()) as ViewState
    return { status: call?.status, state }
  }
  await expect.poll(kept).toMatchObject({ status: 'done', state: { count: { value: 2 } } })
  expect(await first.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
  await page.close()

  const second = await runCasement(args, { dataDir: folder })
  const again = await openPage(browser)
  await again.goto(`${second.scriptUrl}#/${id}`)
  const restored = await readyView(again)
  await restored.getByText('count 2').waitFor()
  await restored.getByText('input {"train":"ICE 4"}').waitFor()
  // The process that answered is in the result: the tool was not called again.
  await restored.getByText(result).waitFor()
  expect((await second.end()).code).toBe(0)
})
