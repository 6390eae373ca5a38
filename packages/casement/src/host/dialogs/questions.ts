import { isRecord } from '../../protocol/rpc/message.ts'
import { h, type Child } from '../surface/dom.ts'
import type { ConsentAnswer, ConsentRequest } from '../gate/consent.ts'
import type { DialogOptions } from './ask-in-dialog.ts'
import { askUser } from './dialog.ts'

interface DialogText {
  readonly title: string
  readonly body: readonly Child[]
  readonly yes: string
  readonly remember: string
}

const MAX_TEXT_LENGTH = 2000

/** Asks the user for consent in a dialog with a text for the method of the request. */
export function askForConsent(request: ConsentRequest, { theme, remember = true }: DialogOptions): Promise<ConsentAnswer> {
  const text = dialogText(request)
  return askUser({
    ...text,
    from: appName(request),
    remember: remember ? text.remember : undefined,
    theme: theme?.(),
    signal: request.signal,
  })
}

// The View chooses its name, so the identity from the host is shown next to it.
function appName({ appInfo, app }: ConsentRequest): string {
  return appInfo ? `${appInfo.title ?? appInfo.name} (${app})` : app
}

function dialogText({ method, params, target, fileNames = [] }: ConsentRequest): DialogText {
  const { arguments: args = {}, messages = [], content }: Record<string, unknown> = isRecord(params) ? params : {}
  switch (method) {
    case 'ui/open-link':
      return linkText(target ?? '')
    case 'ui/download-file':
      return {
        title: 'Save to this device?',
        body: [h('p', {}, 'This app wants to save:'), preformatted(fileNames.join('\n'))],
        yes: 'Save',
        remember: 'Always let this app save files',
      }
    case 'ui/message':
      return {
        title: 'Send this message on your behalf?',
        body: [h('p', {}, 'This app wants to add this message to the conversation:'), preformatted(messageText(content))],
        yes: 'Send',
        remember: 'Always let this app send messages',
      }
    case 'tools/call':
      return {
        title: 'Run a tool?',
        body: [h('p', {}, 'This app wants to run ', h('strong', {}, target ?? ''), ' with:'), preformatted(formatJson(args))],
        yes: 'Run',
        remember: 'Always let this app run this tool',
      }
    case 'sampling/createMessage':
      return {
        title: 'Let the app use the model?',
        body: [preformatted(formatJson(messages))],
        yes: 'Allow',
        remember: 'Always let this app use the model',
      }
    default:
      return {
        title: 'Allow this request?',
        body: [h('p', {}, method), preformatted(formatJson(params))],
        yes: 'Allow',
        remember: 'Do not ask again',
      }
  }
}

function linkText(url: string): DialogText {
  const host = URL.canParse(url) ? new URL(url).host : url
  return {
    title: 'Open a link?',
    body: [h('p', {}, 'The link goes to ', h('strong', {}, host), ':'), preformatted(url)],
    yes: 'Open',
    remember: `Always open links from this app to ${host}`,
  }
}

function messageText(content: unknown): string {
  const blocks = (Array.isArray(content) ? (content as unknown[]) : [content]).filter(isRecord)
  return truncate(
    blocks.map((block) => (typeof block['text'] === 'string' ? block['text'] : `[${String(block['type'])}]`)).join('\n'),
  )
}

// Long text scrolls, so the element must be reachable by keyboard.
const preformatted = (text: string): Child => h('pre', { tabindex: '0' }, text)

const formatJson = (value: unknown): string => truncate(JSON.stringify(value, null, 2) ?? '')

const truncate = (text: string): string =>
  text.length > MAX_TEXT_LENGTH
    ? `${text.slice(0, MAX_TEXT_LENGTH)}\n… and ${text.length - MAX_TEXT_LENGTH} more characters`
    : text
