import { isRecord } from '../../protocol/rpc/message.ts'
import { h, type Child } from '../surface/dom.ts'
import { showHidden } from '../surface/untrusted-text.ts'
import type { ConsentAnswer, ConsentRequest } from '../gate/consent.ts'
import { appIdentity } from './app-identity.ts'
import type { DialogOptions } from './ask-in-dialog.ts'
import { askUser } from './dialog.ts'
import { shownBlocks, shownJson, shownRest, shownText, under } from './shown-content.ts'

interface DialogText {
  readonly title: string
  readonly body: readonly Child[]
  readonly yes: string
  /** Absent if the answer must not be remembered. */
  readonly remember?: string
}

/** Asks the user for consent in a dialog with a text for the method of the request. It shows everything that an agreement sends. */
export function askForConsent(request: ConsentRequest, { theme, remember = true }: DialogOptions): Promise<ConsentAnswer> {
  const text = dialogText(request)
  return askUser({
    ...text,
    from: appIdentity(request),
    remember: remember ? text.remember : undefined,
    theme: theme?.(),
    signal: request.signal,
  })
}

function dialogText(request: ConsentRequest): DialogText {
  const { method, params, target } = request
  switch (method) {
    case 'ui/open-link':
      return linkText(request)
    case 'ui/download-file':
      return downloadText(request)
    case 'ui/message':
      return {
        title: 'Send this message on your behalf?',
        body: [
          h('p', {}, 'The app wants to add this message to the conversation:'),
          ...shownBlocks(paramsOf(request)['content']),
          ...shownRest(params, ['role', 'content']),
        ],
        yes: 'Send',
        remember: 'Always let this app send messages',
      }
    case 'tools/call':
      return {
        title: 'Run a tool?',
        body: [
          h('p', {}, 'The app wants to run ', h('strong', {}, showHidden(target ?? '')), ' with:'),
          ...shownJson(paramsOf(request)['arguments'] ?? {}, 'Arguments'),
          ...shownRest(params, ['name', 'arguments']),
        ],
        yes: 'Run',
        remember: 'Always let this app run this tool',
      }
    case 'sampling/createMessage':
      return {
        title: 'Let the app use the model?',
        body: [h('p', {}, 'The app wants to send this to the model:'), ...shownJson(params, 'Request')],
        yes: 'Allow',
        remember: 'Always let this app use the model',
      }
    case 'ui/request-display-mode':
      return displayModeText(request)
    default:
      return {
        title: 'Allow this request?',
        body: [h('p', {}, 'The app requests ', h('strong', {}, showHidden(method)), ' with:'), ...shownJson(params, 'Request')],
        yes: 'Allow',
        remember: 'Do not ask again',
      }
  }
}

function linkText({ target = '', params }: ConsentRequest): DialogText {
  const host = URL.canParse(target) ? new URL(target).host : showHidden(target)
  return {
    title: 'Open a link?',
    body: [
      h('p', {}, 'The link goes to ', h('strong', {}, host), ':'),
      ...shownText(target, 'URL'),
      ...shownRest(params, ['url']),
    ],
    yes: 'Open',
    remember: `Always open links from this app to ${host}`,
  }
}

function downloadText(request: ConsentRequest): DialogText {
  const contents = paramsOf(request)['contents']
  const items: readonly unknown[] = Array.isArray(contents) ? contents : []
  const files = items.flatMap((item, index) =>
    under(h('strong', {}, showHidden(request.fileNames?.[index] ?? 'download')), shownFile(item)),
  )
  return {
    title: 'Save to this device?',
    body: [h('p', {}, 'The app wants to save:'), ...files, ...shownRest(request.params, ['contents'])],
    yes: 'Save',
    remember: 'Always let this app save files',
  }
}

// For a file, shows the text that is saved. For anything else, shows all fields.
function shownFile(item: unknown): Child[] {
  const resource = isRecord(item) ? item['resource'] : undefined
  const text = isRecord(resource) ? resource['text'] : undefined
  return typeof text === 'string' ? shownText(text, 'Contents of the file') : shownJson(item, 'File')
}

function displayModeText(request: ConsentRequest): DialogText {
  const isFullscreen = paramsOf(request)['mode'] === 'fullscreen'
  return {
    title: isFullscreen ? 'Show the app in fullscreen?' : 'Show the app in front of the page?',
    body: [
      h(
        'p',
        {},
        isFullscreen
          ? 'It covers this page and receives what you type until you close it.'
          : 'It stays above this page until you close it.',
      ),
    ],
    yes: 'Show',
  }
}

const paramsOf = ({ params }: ConsentRequest): Record<string, unknown> => (isRecord(params) ? params : {})
