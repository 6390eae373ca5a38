import type { Answer } from '../probe.ts'
import type { Sitting } from '../sitting.ts'
import { type Facts, same } from '../subject.ts'
import { introductionIn } from './life.ts'

/** Requests of a View to the host, and their outcome. */
export interface ActFacts extends Facts {
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly link: Answer
  readonly linkOpened: boolean
  readonly scriptLink: Answer
  readonly scriptLinkOpened: boolean
  readonly message: Answer
  readonly textMessage: Answer
  /** The texts in the conversation with their roles, at the end. */
  readonly said: readonly string[]
  readonly update: Answer
  /** The model context after the first, the second and an empty update. */
  readonly context: readonly unknown[][]
  readonly structured: readonly unknown[]
  readonly turnsByUpdate: number
  readonly download: Answer
  readonly saved: readonly string[]
  /** The same with a user who denies every prompt. */
  readonly denied: { readonly link: Answer; readonly message: Answer; readonly download: Answer }
  readonly deniedOpened: boolean
  readonly deniedSaid: boolean
  readonly deniedSaved: boolean
}

const text = (words: string): object => ({ type: 'text', text: words })
const file = (name: string): object => ({
  contents: [{ type: 'resource', resource: { uri: `file:///${name}`, mimeType: 'text/plain', text: 'saved' } }],
})

/** Lets the View ask for everything that a host may do for it, first with a user who says yes, then with one who says no. */
export async function acts(sitting: Sitting): Promise<ActFacts> {
  const { driver } = sitting
  const ask: Sitting['ask'] = (...args) => sitting.ask(...args)
  const shown = await sitting.display()
  await sitting.settle()
  const capabilities = introductionIn(sitting.entries)['hostCapabilities'] as Readonly<Record<string, unknown>> | undefined
  const site = sitting.outside.origin('link')
  const run = Math.random().toString(36).slice(2)
  const url = (name: string): string => `${site}/${run}/${name}/link`
  const isOpen = (name: string): boolean => sitting.outside.wasAsked(url(name))
  // A host may require user activation.
  const click = async (): Promise<void> => {
    const view = await sitting.view()
    await view
      ?.locator('#text')
      .click({ timeout: 5000 })
      .catch(() => {})
  }
  const turns = async (): Promise<string[]> => (await driver.getConversation()).map((turn) => JSON.stringify(turn))
  const context = async (): Promise<unknown[]> => [...(await driver.getConversationContext()).content]

  await driver.confirmAction(true)
  await click()
  const link = await ask('ui/open-link', { url: url('yes') })
  const linkOpened = await sitting.until(() => isOpen('yes') || undefined)
  await click()
  const scriptLink = await ask('ui/open-link', { url: `javascript:fetch('${url('script')}')` })
  const message = await ask('ui/message', { role: 'user', content: [text('said by the View')] })
  const before = (await turns()).length
  const update = await ask('ui/update-model-context', { content: [text('first')], structuredContent: { order: 1 } })
  const contexts = [await context()]
  await ask('ui/update-model-context', { content: [text('second')], structuredContent: { order: 2 } })
  contexts.push(await context())
  const { structuredContent } = await driver.getConversationContext()
  const turnsByUpdate = (await turns()).length - before
  await ask('ui/update-model-context', {})
  contexts.push(await context())
  await sitting.post({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'only logged' } })
  const textMessage = await ask('ui/message', { role: 'user', content: text('said as one block') })
  await click()
  const download = await ask('ui/download-file', file('../../etc/yes.txt'))
  if (download.result) await sitting.until(() => sitting.saved[0])
  const said = await turns()

  await driver.confirmAction(false)
  await click()
  const denied = {
    link: await ask('ui/open-link', { url: url('no') }),
    message: await ask('ui/message', { role: 'user', content: [text('not said')] }),
    download: await ask('ui/download-file', file('no.txt')),
  }
  await sitting.settle()
  const afterwards = await turns()
  return {
    shown,
    capabilities: capabilities ?? {},
    link,
    scriptLink,
    message,
    textMessage,
    said,
    update,
    turnsByUpdate,
    download,
    denied,
    linkOpened: linkOpened ?? false,
    scriptLinkOpened: isOpen('script'),
    context: contexts,
    structured: structuredContent,
    saved: [...sitting.saved],
    deniedOpened: isOpen('no'),
    deniedSaid: !same(afterwards, said),
    deniedSaved: sitting.saved.some((name) => name.includes('no')),
  }
}
