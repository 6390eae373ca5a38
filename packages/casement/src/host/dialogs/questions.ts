import { isRecord } from '../../protocol/rpc/message.ts'
import { h, type Child } from '../surface/dom.ts'
import type { ConsentAnswer, ConsentRequest } from '../gate/consent.ts'
import type { DialogOptions } from './ask-in-dialog.ts'
import { askUser } from './dialog.ts'

interface Words {
  readonly title: string
  readonly body: readonly Child[]
  readonly yes: string
  readonly remember: string
}

const LONGEST = 2000

/** Asks the user, in words that fit what the View wants to do. */
export function askForConsent(request: ConsentRequest, { theme, remember = true }: DialogOptions): Promise<ConsentAnswer> {
  const words = wordsFor(request)
  return askUser({
    ...words,
    from: whoAsks(request),
    remember: remember ? words.remember : undefined,
    theme: theme?.(),
    signal: request.signal,
  })
}

// The name is the View's own word, so the identity that the host knows stands beside it.
function whoAsks({ appInfo, app }: ConsentRequest): string {
  return appInfo ? `${appInfo.title ?? appInfo.name} (${app})` : app
}

function wordsFor({ method, params, target, fileNames = [] }: ConsentRequest): Words {
  const given = isRecord(params) ? params : {}
  switch (method) {
    case 'ui/open-link':
      return linkWords(target ?? '')
    case 'ui/download-file':
      return {
        title: 'Save to this device?',
        body: [h('p', {}, 'It wants to save:'), lines(fileNames.join('\n'))],
        yes: 'Save',
        remember: 'Always let this app save files',
      }
    case 'ui/message':
      return {
        title: 'Send this in your name?',
        body: [h('p', {}, 'It wants to add this message to the conversation:'), lines(messageText(given))],
        yes: 'Send',
        remember: 'Always let this app send messages',
      }
    case 'tools/call':
      return {
        title: 'Run a tool?',
        body: [h('p', {}, 'It wants to run ', h('strong', {}, target ?? ''), ' with:'), lines(pretty(given['arguments'] ?? {}))],
        yes: 'Run',
        remember: 'Always let this app run this tool',
      }
    case 'sampling/createMessage':
      return {
        title: 'Let the app use the model?',
        body: [lines(pretty(given['messages'] ?? []))],
        yes: 'Allow',
        remember: 'Always let this app use the model',
      }
    default:
      return {
        title: 'Allow this?',
        body: [h('p', {}, method), lines(pretty(params))],
        yes: 'Allow',
        remember: 'Do not ask again',
      }
  }
}

function linkWords(url: string): Words {
  const host = URL.canParse(url) ? new URL(url).host : url
  return {
    title: 'Open a link?',
    body: [h('p', {}, 'It leads to ', h('strong', {}, host), ':'), lines(url)],
    yes: 'Open',
    remember: `Always open links of this app to ${host}`,
  }
}

function messageText({ content }: Record<string, unknown>): string {
  const blocks = (Array.isArray(content) ? (content as unknown[]) : [content]).filter(isRecord)
  return cut(blocks.map((block) => (typeof block['text'] === 'string' ? block['text'] : `[${String(block['type'])}]`)).join('\n'))
}

// What is long scrolls, and whoever has only a keyboard must get there.
const lines = (text: string): Child => h('pre', { tabindex: '0' }, text)

const pretty = (value: unknown): string => cut(JSON.stringify(value, null, 2) ?? '')

const cut = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… and ${text.length - LONGEST} characters more` : text
