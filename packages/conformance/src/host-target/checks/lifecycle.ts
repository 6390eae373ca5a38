import { expectThat, fail, pass } from '../../suite/check.ts'
import { life, type LifeFacts } from '../scenes/life.ts'
import { INPUT } from '../sitting.ts'
import { checksIn, fieldsOf, heardOf, type HostCheck, indexOf, type Message, same } from '../subject.ts'
import { RESULT } from '../test-server.ts'

const INPUT_NOTE = 'ui/notifications/tool-input'
const RESULT_NOTE = 'ui/notifications/tool-result'
const CANCELLED_NOTE = 'ui/notifications/tool-cancelled'
const paramsOf = (message: Message | undefined): Message => fieldsOf(message?.['params'])

/** The life of a View: its messages, their number and order, and its end. */
export const lifecycleChecks: readonly HostCheck[] = checksIn(life, [
  {
    id: 'host/lifecycle/tool-input',
    title: 'sends the complete arguments of the tool call',
    requirements: ['R-210', 'R-222'],
    alsoKnownAs: ['lifecycle/tool-input'],
    mutant: 'no-tool-input',
    judge({ entries }) {
      const params = paramsOf(heardOf(entries, INPUT_NOTE)[0])
      return expectThat(same(params['arguments'], INPUT), params, `tool-input with arguments ${JSON.stringify(INPUT)}`)
    },
  },
  {
    id: 'host/lifecycle/tool-input-once',
    title: 'sends tool-input at most once',
    requirements: ['R-211'],
    mutant: 'tool-input-twice',
    judge: ({ entries }) => {
      const { length } = heardOf(entries, INPUT_NOTE)
      return expectThat(length <= 1, `${length} times`, 'at most once')
    },
  },
  {
    id: 'host/lifecycle/input-before-result',
    title: 'sends tool-input before tool-result',
    requirements: ['R-211'],
    mutant: 'result-first',
    judge({ entries }) {
      const [input, result] = [indexOf(entries, 'heard', INPUT_NOTE), indexOf(entries, 'heard', RESULT_NOTE)]
      return expectThat(input >= 0 && result > input, { input, result }, 'the input first')
    },
  },
  {
    id: 'host/lifecycle/data-after-initialized',
    title: 'sends tool data only after ui/notifications/initialized',
    requirements: ['R-093', 'R-210'],
    mutant: 'data-too-early',
    judge({ entries }) {
      const ready = indexOf(entries, 'sent', 'ui/notifications/initialized')
      const input = indexOf(entries, 'heard', INPUT_NOTE)
      return expectThat(ready >= 0 && input > ready, { ready, input }, 'initialized first')
    },
  },
  {
    id: 'host/lifecycle/tool-result',
    title: 'sends tool-result when the call completes',
    requirements: ['R-218'],
    alsoKnownAs: ['lifecycle/tool-result'],
    mutant: 'no-tool-result',
    judge: ({ entries }) =>
      expectThat(
        heardOf(entries, RESULT_NOTE).length === 1,
        `${heardOf(entries, RESULT_NOTE).length} results`,
        'one tool-result',
      ),
  },
  ...(['content', 'structuredContent', '_meta'] as const).map((member) => ({
    id: `host/lifecycle/result-${member === '_meta' ? 'meta' : member === 'content' ? 'content' : 'structured-content'}`,
    title: `forwards ${member} of the result unchanged`,
    requirements: ['R-225'],
    mutant: `result-without-${member}`,
    judge({ entries }: Pick<LifeFacts, 'entries'>) {
      const seen = paramsOf(heardOf(entries, RESULT_NOTE)[0])[member]
      return expectThat(same(seen, RESULT[member]), seen ?? 'nothing', JSON.stringify(RESULT[member]))
    },
  })),
  {
    id: 'host/lifecycle/one-ending',
    title: 'sends either a result or a cancellation',
    requirements: ['R-223'],
    mutant: 'cancelled-too',
    judge({ entries }) {
      const endings = [...heardOf(entries, RESULT_NOTE), ...heardOf(entries, CANCELLED_NOTE)]
      return expectThat(
        endings.length === 1,
        endings.map(({ method }) => method),
        'one of the two',
      )
    },
  },
  {
    id: 'host/rpc/version-in-every-message',
    title: 'sends every message as JSON-RPC 2.0',
    requirements: ['R-102'],
    mutant: 'without-jsonrpc',
    judge({ entries }) {
      const bad = entries.find(({ what, message }) => what === 'heard' && fieldsOf(message)['jsonrpc'] !== '2.0')
      return bad ? fail(JSON.stringify(bad.message), 'jsonrpc: "2.0"') : pass
    },
  },
  {
    id: 'host/dimensions/no-size-to-view',
    title: 'never sends size-changed to the View',
    requirements: ['R-175'],
    tag: 'package',
    mutant: 'sends-size',
    judge: ({ entries }) =>
      expectThat(
        heardOf(entries, 'ui/notifications/size-changed').length === 0,
        'size-changed',
        'sizes in the host context only',
      ),
  },
  {
    id: 'host/resources/read-referenced',
    title: 'reads the resource of the tool from its server',
    requirements: ['R-024', 'R-200'],
    alsoKnownAs: ['resources/read-referenced'],
    mutant: 'reads-elsewhere',
    judge: ({ asked }) =>
      expectThat(
        asked['resources/read']?.['uri'] === 'ui://probe/view',
        asked['resources/read'] ?? 'no read',
        'resources/read of it',
      ),
  },
  {
    id: 'host/resources/unlisted',
    title: 'shows a View that is not in resources/list',
    requirements: ['R-027'],
    mutant: 'needs-listing',
    judge: () => pass,
  },
  {
    id: 'host/capabilities/mime-types',
    title: 'declares text/html;profile=mcp-app to servers',
    requirements: ['R-001', 'R-003', 'R-004', 'R-005'],
    alsoKnownAs: ['capabilities/mimetypes-required'],
    mutant: 'announces-nothing',
    judge({ asked }) {
      const extensions = fieldsOf(fieldsOf(asked['initialize']?.['capabilities'])['extensions'])
      const types = fieldsOf(extensions['io.modelcontextprotocol/ui'])['mimeTypes']
      return expectThat(
        Array.isArray(types) && types.includes('text/html;profile=mcp-app'),
        { extensions },
        'the extension with its mimeTypes',
      )
    },
  },
])
