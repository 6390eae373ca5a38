import { isDeepStrictEqual } from 'node:util'
import { expectThat } from '../suite/check.ts'
import { type ProxyRule, withMethod } from './proxy-rule.ts'
import type { Fields, Message } from './stand.ts'

const READY = 'ui/notifications/sandbox-proxy-ready'
const has = (messages: readonly Message[], wanted: Message | undefined): boolean =>
  messages.some((message) => isDeepStrictEqual(message, wanted))
const startsWith = ({ method }: Message, start: string): boolean => typeof method === 'string' && method.startsWith(start)
const isReserved = (message: Message): boolean => startsWith(message, 'ui/notifications/sandbox-')
const inOrder = (numbers: readonly unknown[]): boolean => numbers.length > 0 && numbers.every((number, index) => number === index)

/** How a proxy starts, and what passes it. */
export const relayRules: readonly ProxyRule[] = [
  {
    id: 'proxy/start/ready',
    title: 'The proxy sends sandbox-proxy-ready',
    requirements: ['R-084'],
    alsoKnownAs: ['security/sandbox-proxy-ready'],
    run: async (subject) => {
      const { heard } = await subject.scene('relay')
      return expectThat(withMethod(heard, READY).length > 0, heard[0], READY)
    },
  },
  {
    id: 'proxy/start/ready-first',
    title: 'sandbox-proxy-ready is the first message of the proxy',
    requirements: ['R-084'],
    run: async (subject) => {
      const { heard } = await subject.scene('relay')
      return expectThat(heard[0]?.['method'] === READY, heard[0], READY)
    },
  },
  {
    id: 'proxy/start/ready-once',
    title: 'The proxy sends sandbox-proxy-ready once',
    requirements: ['R-084', 'R-091'],
    run: async (subject) => {
      const { heard } = await subject.scene('relay')
      return expectThat(withMethod(heard, READY).length === 1, withMethod(heard, READY).length, 'once')
    },
  },
  {
    id: 'proxy/start/ready-params',
    title: 'sandbox-proxy-ready has an empty params object',
    requirements: ['R-086'],
    tag: 'package',
    run: async (subject) => {
      const [ready] = withMethod((await subject.scene('relay')).heard, READY)
      return expectThat(isDeepStrictEqual(ready?.['params'], {}), ready, 'params: {}')
    },
  },
  {
    id: 'proxy/start/ready-notification',
    title: 'sandbox-proxy-ready is a JSON-RPC 2.0 notification',
    requirements: ['R-092', 'R-102'],
    run: async (subject) => {
      const [ready] = withMethod((await subject.scene('relay')).heard, READY)
      return expectThat(ready?.['jsonrpc'] === '2.0' && !Object.hasOwn(ready, 'id'), ready, 'jsonrpc: "2.0" and no id')
    },
  },
  {
    id: 'proxy/start/view-shown',
    title: 'The proxy mounts the View from the host',
    requirements: ['R-085', 'R-087'],
    alsoKnownAs: ['security/sandbox-resource-ready'],
    run: async (subject) => {
      const { hello } = await subject.scene('place')
      return expectThat(hello['title'] !== undefined, hello, 'a message of the View')
    },
  },
  {
    id: 'proxy/start/html-unchanged',
    title: 'The document of the View arrives unchanged',
    requirements: ['R-087', 'R-089'],
    run: async (subject) => {
      const { hello } = await subject.scene('place')
      return expectThat(hello['title'] === 'Grüße $& 🎉', hello, 'Grüße $& 🎉')
    },
  },
  {
    id: 'proxy/relay/requests-up',
    title: 'Requests of the View reach the host unchanged',
    requirements: ['R-090'],
    alsoKnownAs: ['security/sandbox-message-forwarding'],
    run: async (subject) => {
      const { heard, posted } = await subject.scene('relay')
      const requests = posted.filter(({ id }) => id !== undefined)
      return expectThat(
        requests.every((each) => has(heard, each)),
        requests.filter((each) => !has(heard, each)),
        'each of them',
      )
    },
  },
  {
    id: 'proxy/relay/notifications-up',
    title: 'Notifications of the View reach the host',
    requirements: ['R-090'],
    run: async (subject) => {
      const { heard, posted } = await subject.scene('relay')
      const notes = posted.filter((each) => each['id'] === undefined && !isReserved(each))
      return expectThat(
        notes.every((each) => has(heard, each)),
        notes.filter((each) => !has(heard, each)),
        'each of them',
      )
    },
  },
  {
    id: 'proxy/relay/answers-up',
    title: 'Responses of the View reach the host with the id of the request',
    requirements: ['R-090', 'R-111'],
    run: async (subject) => {
      const { echo, zero } = await subject.scene('relay')
      return expectThat(echo?.['result'] !== undefined && zero !== undefined, { echo, zero }, 'both responses')
    },
  },
  {
    id: 'proxy/relay/errors-up',
    title: 'Errors of the View reach the host with all their members',
    requirements: ['R-090'],
    run: async (subject) => {
      const { failure } = await subject.scene('relay')
      const wanted = { code: -32_000, message: 'No', data: { why: 'so' } }
      return expectThat(isDeepStrictEqual(failure?.['error'], wanted), failure, JSON.stringify(wanted))
    },
  },
  {
    id: 'proxy/relay/requests-down',
    title: 'Requests of the host reach the View unchanged',
    requirements: ['R-090'],
    run: async (subject) => {
      const { got, echo } = await subject.scene('relay')
      const { echo: params } = (echo?.['result'] ?? {}) as Fields
      const asked = { jsonrpc: '2.0', id: 'question', method: 'test/echo', params }
      return expectThat(params !== undefined && has(got, asked), echo, 'the request, and its params in the response')
    },
  },
  {
    id: 'proxy/relay/notifications-down',
    title: 'Notifications of the host reach the View unchanged',
    requirements: ['R-090'],
    run: async (subject) => {
      const { got, said } = await subject.scene('relay')
      const notes = said.filter((each) => each['id'] === undefined && !isReserved(each))
      return expectThat(
        notes.every((each) => has(got, each)),
        notes.filter((each) => !has(got, each)),
        'each of them',
      )
    },
  },
  {
    id: 'proxy/relay/answers-down',
    title: 'Responses and errors of the host reach the View unchanged',
    requirements: ['R-090'],
    run: async (subject) => {
      const { got, said } = await subject.scene('relay')
      const answers = said.filter(({ method }) => method === undefined)
      return expectThat(
        answers.every((each) => has(got, each)),
        answers.filter((each) => !has(got, each)),
        'each of them',
      )
    },
  },
  {
    id: 'proxy/relay/order-up',
    title: 'Messages of the View arrive in order, exactly once',
    requirements: ['R-090'],
    run: async (subject) => {
      const { numbersUp } = await subject.scene('relay')
      return expectThat(inOrder(numbersUp), numbersUp, '0, 1, 2 …')
    },
  },
  {
    id: 'proxy/relay/order-down',
    title: 'Messages of the host arrive in order, exactly once',
    requirements: ['R-090'],
    run: async (subject) => {
      const { numbersDown } = await subject.scene('relay')
      return expectThat(inOrder(numbersDown), numbersDown, '0, 1, 2 …')
    },
  },
  {
    id: 'proxy/relay/reserved-up',
    title: 'The proxy does not forward ui/notifications/sandbox-* from a View',
    requirements: ['R-091'],
    run: async (subject) => {
      const { heard } = await subject.scene('relay')
      const passed = heard.filter(isReserved).slice(1)
      return expectThat(passed.length === 0, passed, 'nothing after the message of the proxy')
    },
  },
  {
    id: 'proxy/relay/reserved-down',
    title: 'The proxy does not forward its own messages to the View',
    requirements: ['R-091'],
    run: async (subject) => {
      const passed = (await subject.scene('relay')).got.filter(isReserved)
      return expectThat(passed.length === 0, passed, 'nothing')
    },
  },
  {
    id: 'proxy/relay/no-forged-view',
    title: 'A View cannot make the proxy mount another View',
    requirements: ['R-091', 'R-099'],
    run: async (subject) => {
      const { got, echo } = await subject.scene('relay')
      return expectThat(got.length > 0 && echo !== undefined, { echo }, 'the same View as before')
    },
  },
  {
    id: 'proxy/relay/no-requests-up',
    title: 'The proxy sends no requests of its own to the host',
    requirements: ['R-092'],
    level: 'should',
    alsoKnownAs: ['security/sandbox-no-self-requests'],
    run: async (subject) => {
      const { heard, posted } = await subject.scene('relay')
      const own = heard.filter((each) => each['id'] !== undefined && each['method'] !== undefined && !has(posted, each))
      return expectThat(own.length === 0, own, 'nothing')
    },
  },
  {
    id: 'proxy/relay/no-requests-down',
    title: 'The proxy sends no requests of its own to the View',
    requirements: ['R-092'],
    level: 'should',
    run: async (subject) => {
      const { got } = await subject.scene('relay')
      const own = got.filter((each) => each['id'] !== undefined && each['method'] !== undefined && !startsWith(each, 'test/'))
      return expectThat(own.length === 0, own, 'nothing')
    },
  },
]
