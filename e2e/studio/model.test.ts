import { expect, onTestFinished, test } from 'vitest'
import { startModelStub } from '../../packages/studio/src/model/test-support/model-stub.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { openBrowser, openPage, readyView } from './command-page.ts'
import { runCasement } from './run-casement.ts'

test('a model from the environment calls a tool, sees its result and answers', async () => {
  const stub = await startModelStub(({ body }) => {
    const name = body.tools?.map((tool) => tool.function.name).find((each) => each.includes('greet')) ?? ''
    const isAnswered = body.messages.some(({ role }) => role === 'tool')
    return isAnswered
      ? { text: ['Ada was ', 'greeted.'] }
      : { text: ['I greet her.'], calls: [{ id: 'c1', name, pieces: ['{"na', 'me":"A', 'da"}'] }] }
  })
  onTestFinished(() => stub.close())
  const environment = { CASEMENT_MODEL: 'stub-1', CASEMENT_MODEL_URL: stub.url, CASEMENT_MODEL_KEY: 'sk-secret' }
  const casement = await runCasement([], { dataDir: temporaryFolder(), environment })
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const page = await openPage(browser)
  await page.goto(casement.scriptUrl)
  // A tool that has not been listed cannot be offered.
  await page.getByRole('button', { name: /hello.*1 tool/ }).waitFor()
  const message = page.getByRole('textbox', { name: 'Message to the model' })
  await message.fill('Greet Ada')
  await message.press('Enter')

  await (await readyView(page)).getByText('Hello, Ada!').first().waitFor()
  await page.getByText('Ada was greeted.').first().waitFor()
  expect(stub.requests).toHaveLength(2)
  const [asked, answered] = stub.requests
  expect(asked?.headers.authorization).toBe('Bearer sk-secret')
  expect(asked?.body).toMatchObject({ model: 'stub-1', messages: [{ role: 'user', content: 'Greet Ada' }] })
  expect(answered?.body.messages.at(-1)).toMatchObject({ role: 'tool', content: 'Hello, Ada!' })
  expect(await page.content()).not.toContain('sk-secret')
  expect((await casement.end()).code).toBe(0)
})
