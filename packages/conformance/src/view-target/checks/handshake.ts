import { isDeepStrictEqual } from 'node:util'
import { type Check, expectThat, notApplicable } from '../../suite/check.ts'
import type { Message } from '../stage.ts'
import type { ViewSubject } from '../view-subject.ts'
import { fieldsOf, isFields, paramsOf, requestsIn, sceneCheck, withMethod } from './scene-check.ts'

const KNOWN_VERSIONS = ['2026-01-26', '2025-11-21']
const MODES = ['inline', 'fullscreen', 'pip']
const INITIALIZED = 'ui/notifications/initialized'

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isId = (id: unknown): boolean => typeof id === 'string' || Number.isInteger(id)
const capabilitiesOf = (initialize: Message | undefined): ReturnType<typeof fieldsOf> =>
  fieldsOf(paramsOf(initialize)['appCapabilities'])

/** How a View introduces itself. */
export const handshakeChecks: readonly Check<ViewSubject>[] = [
  sceneCheck({
    id: 'view/handshake/initialize',
    title: 'The View sends ui/initialize',
    requirements: ['R-112'],
    alsoKnownAs: ['APP-100'],
    scene: 'handshake',
    judge: ({ initialize, before }) => expectThat(initialize !== undefined, before, 'ui/initialize'),
  }),
  sceneCheck({
    id: 'view/handshake/first',
    title: 'ui/initialize is the first message of the View',
    requirements: ['R-112', 'R-121'],
    scene: 'handshake',
    judge: ({ before }) => expectThat(fieldsOf(before[0])['method'] === 'ui/initialize', before[0], 'ui/initialize'),
  }),
  sceneCheck({
    id: 'view/handshake/same-again',
    title: 'A View that repeats ui/initialize sends the same params',
    requirements: ['R-112', 'R-113'],
    level: 'should',
    scene: 'handshake',
    judge({ initialize, before }) {
      const asked = withMethod(before, 'ui/initialize')
      return expectThat(
        asked.every((again) => isDeepStrictEqual(paramsOf(again), paramsOf(initialize))),
        asked,
        'the same params',
      )
    },
  }),
  sceneCheck({
    id: 'view/handshake/request',
    title: 'ui/initialize is a request with an id',
    requirements: ['R-102', 'R-112'],
    scene: 'handshake',
    judge: ({ initialize }) => expectThat(isId(initialize?.['id']), initialize, 'an id that is a text or a whole number'),
  }),
  sceneCheck({
    id: 'view/handshake/app-name',
    title: 'appInfo has a name',
    requirements: ['R-113', 'R-116'],
    tag: 'package',
    scene: 'handshake',
    judge({ initialize }) {
      const { appInfo } = paramsOf(initialize)
      return expectThat(isText(fieldsOf(appInfo)['name']), paramsOf(initialize), 'appInfo: { name, version }')
    },
  }),
  sceneCheck({
    id: 'view/handshake/app-version',
    title: 'appInfo has a version',
    requirements: ['R-113', 'R-116'],
    tag: 'package',
    scene: 'handshake',
    judge({ initialize }) {
      const { appInfo } = paramsOf(initialize)
      return expectThat(isText(fieldsOf(appInfo)['version']), paramsOf(initialize), 'appInfo: { name, version }')
    },
  }),
  sceneCheck({
    id: 'view/handshake/app-capabilities',
    title: 'ui/initialize has appCapabilities',
    requirements: ['R-112'],
    alsoKnownAs: ['APP-101'],
    scene: 'handshake',
    judge: ({ initialize }) =>
      expectThat(isFields(paramsOf(initialize)['appCapabilities']), paramsOf(initialize), 'appCapabilities: { … }'),
  }),
  sceneCheck({
    id: 'view/handshake/protocol-version',
    title: 'ui/initialize has a protocolVersion',
    requirements: ['R-113'],
    tag: 'package',
    scene: 'handshake',
    judge: ({ initialize }) =>
      expectThat(isText(paramsOf(initialize)['protocolVersion']), paramsOf(initialize), 'protocolVersion: "2026-01-26"'),
  }),
  sceneCheck({
    id: 'view/handshake/known-version',
    title: 'The protocolVersion is a version of MCP Apps, not of MCP',
    requirements: ['R-117', 'R-314'],
    tag: 'package',
    level: 'should',
    scene: 'handshake',
    judge: ({ initialize }) =>
      expectThat(
        KNOWN_VERSIONS.includes(String(paramsOf(initialize)['protocolVersion'])),
        paramsOf(initialize)['protocolVersion'],
        KNOWN_VERSIONS.join(' or '),
      ),
  }),
  sceneCheck({
    id: 'view/handshake/known-modes',
    title: 'availableDisplayModes is a list of known modes',
    requirements: ['R-130', 'R-176'],
    scene: 'handshake',
    judge({ initialize }) {
      const { availableDisplayModes: modes } = capabilitiesOf(initialize)
      if (modes === undefined) return notApplicable('the View declares no display modes')
      return expectThat(Array.isArray(modes) && modes.every((mode) => MODES.includes(String(mode))), modes, MODES.join(', '))
    },
  }),
  sceneCheck({
    id: 'view/handshake/tools-object',
    title: 'The tools capability is an object, and its listChanged a boolean',
    requirements: ['R-129'],
    scene: 'handshake',
    judge({ initialize }) {
      const { tools } = capabilitiesOf(initialize)
      if (tools === undefined) return notApplicable('the View declares no tools')
      const { listChanged = false } = fieldsOf(tools)
      return expectThat(isFields(tools) && typeof listChanged === 'boolean', tools, '{ listChanged?: boolean }')
    },
  }),
  sceneCheck({
    id: 'view/handshake/experimental-objects',
    title: 'Experimental capabilities are objects by name',
    requirements: ['R-128'],
    tag: 'draft',
    scene: 'handshake',
    judge({ initialize }) {
      const { experimental } = capabilitiesOf(initialize)
      if (experimental === undefined) return notApplicable('the View declares nothing experimental')
      const sound = isFields(experimental) && Object.values(experimental).every(isFields)
      return expectThat(sound, experimental, '{ name: { … } }')
    },
  }),
  sceneCheck({
    id: 'view/handshake/no-mcp-initialize',
    title: 'The View does not send initialize of MCP',
    requirements: ['R-104'],
    scene: 'handshake',
    judge: ({ before, after }) =>
      expectThat(
        withMethod([...before, ...after], 'initialize', 'notifications/initialized').length === 0,
        [...before, ...after],
        'ui/initialize alone',
      ),
  }),
  sceneCheck({
    id: 'view/handshake/no-early-request',
    title: 'The View sends no other request before the response to ui/initialize',
    requirements: ['R-121'],
    tag: 'package',
    level: 'should',
    scene: 'handshake',
    judge({ before }) {
      const early = requestsIn(before).filter(({ method }) => method !== 'ui/initialize' && method !== 'ping')
      return expectThat(early.length === 0, early, 'no request')
    },
  }),
  sceneCheck({
    id: 'view/handshake/no-early-size',
    title: 'The View reports no size before the response to ui/initialize',
    requirements: ['R-119', 'R-170'],
    level: 'should',
    scene: 'handshake',
    judge: ({ before }) =>
      expectThat(withMethod(before, 'ui/notifications/size-changed').length === 0, before, 'no ui/notifications/size-changed'),
  }),
  sceneCheck({
    id: 'view/handshake/initialized-not-early',
    title: 'The View does not send ui/notifications/initialized before the response to ui/initialize',
    requirements: ['R-119'],
    scene: 'handshake',
    judge: ({ before }) => expectThat(withMethod(before, INITIALIZED).length === 0, before, `no ${INITIALIZED}`),
  }),
  sceneCheck({
    id: 'view/handshake/initialized',
    title: 'The View sends ui/notifications/initialized, even if the host responds late',
    requirements: ['R-119'],
    alsoKnownAs: ['APP-102'],
    scene: 'handshake',
    judge: ({ after }) => expectThat(withMethod(after, INITIALIZED).length > 0, after, INITIALIZED),
  }),
  sceneCheck({
    id: 'view/handshake/initialized-first',
    title: 'The View sends nothing between the response and ui/notifications/initialized',
    requirements: ['R-119', 'R-121'],
    level: 'should',
    scene: 'handshake',
    judge({ after }) {
      // One more request may have been in flight when the response arrived.
      const first = after.find((message) => fieldsOf(message)['method'] !== 'ui/initialize')
      return expectThat(fieldsOf(first)['method'] === INITIALIZED, first, INITIALIZED)
    },
  }),
  sceneCheck({
    id: 'view/handshake/initialized-once',
    title: 'The View sends ui/notifications/initialized once',
    requirements: ['R-119'],
    scene: 'handshake',
    judge: ({ after }) => expectThat(withMethod(after, INITIALIZED).length <= 1, after, `one ${INITIALIZED}`),
  }),
  sceneCheck({
    id: 'view/handshake/initialized-notification',
    title: 'ui/notifications/initialized has no id',
    requirements: ['R-102', 'R-119'],
    scene: 'handshake',
    judge({ after }) {
      const [initialized] = withMethod(after, INITIALIZED)
      return expectThat(initialized !== undefined && !Object.hasOwn(initialized, 'id'), initialized, 'no id')
    },
  }),
  sceneCheck({
    id: 'view/handshake/json-rpc',
    title: 'Every message is JSON-RPC 2.0',
    requirements: ['R-102'],
    alsoKnownAs: ['APP-103'],
    scene: 'handshake',
    judge({ before, after }) {
      const wrong = [...before, ...after].filter((message) => !isFields(message) || message['jsonrpc'] !== '2.0')
      return expectThat(wrong.length === 0, wrong, 'jsonrpc: "2.0"')
    },
  }),
  sceneCheck({
    id: 'view/handshake/refused',
    title: 'A refused View does not send ui/notifications/initialized',
    requirements: ['R-120'],
    scene: 'refused',
    judge: ({ after }) => expectThat(withMethod(after, INITIALIZED).length === 0, after, `no ${INITIALIZED}`),
  }),
  sceneCheck({
    id: 'view/handshake/refused-is-the-end',
    title: 'A refused View sends no other requests',
    requirements: ['R-120', 'R-125'],
    tag: 'package',
    level: 'should',
    scene: 'refused',
    judge({ after }) {
      const others = requestsIn(after).filter(({ method }) => method !== 'ui/initialize')
      return expectThat(others.length === 0, others, 'no request')
    },
  }),
  sceneCheck({
    id: 'view/handshake/only-from-the-host',
    title: 'The View accepts the response to ui/initialize only from the host',
    requirements: ['R-103', 'R-107'],
    tag: 'package',
    scene: 'answered-by-stranger',
    judge: ({ after }) => expectThat(withMethod(after, INITIALIZED).length === 0, after, `no ${INITIALIZED}`),
  }),
]
