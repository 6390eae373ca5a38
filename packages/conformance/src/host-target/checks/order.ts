import { expectThat, notApplicable } from '../../suite/check.ts'
import { draftVersion, futureVersion, held, stopped, stream, STREAMED } from '../scenes/held.ts'
import { checksIn, fieldsOf, heardOf, type HostCheck, indexOf, same } from '../subject.ts'

const PARTIAL = 'ui/notifications/tool-input-partial'
const INPUT = 'ui/notifications/tool-input'

/** Checks of the message order: before initialized, during partial input, on cancellation, and with other versions. */
export const orderChecks: readonly HostCheck[] = [
  ...checksIn(held, [
    {
      id: 'host/lifecycle/nothing-before-initialized',
      title: 'sends only responses before ui/notifications/initialized',
      requirements: ['R-093'],
      mutant: 'speaks-too-early',
      judge: ({ early }) => expectThat(early.length === 0, early, 'no request and no notification'),
    },
    {
      id: 'host/lifecycle/delivers-late',
      title: 'delivers input and result to a View that initializes late',
      requirements: ['R-210', 'R-218'],
      mutant: 'gives-up-on-late-views',
      judge: ({ late }) =>
        expectThat(late.includes(INPUT) && late.includes('ui/notifications/tool-result'), late, 'tool-input and tool-result'),
    },
    {
      id: 'host/handshake/again',
      title: 'responds to a second ui/initialize like to the first',
      requirements: ['R-123'],
      tag: 'package',
      level: 'should',
      mutant: 'one-handshake-only',
      judge: ({ second }) => expectThat(second?.['protocolVersion'] === '2026-01-26', second ?? 'no result', 'a result'),
    },
  ]),
  ...checksIn(futureVersion, [
    {
      id: 'host/handshake/unknown-version',
      title: 'responds to an unknown protocol version with a supported one, not with an error',
      requirements: ['R-117'],
      tag: 'package',
      mutant: 'refuses-unknown-version',
      judge: ({ version }) => expectThat(version === '2026-01-26', version ?? 'no result', '2026-01-26'),
    },
  ]),
  ...checksIn(draftVersion, [
    {
      id: 'host/handshake/first-draft',
      title: 'shows a View with the protocol version of the first draft',
      requirements: ['R-117', 'R-314'],
      tag: 'legacy',
      level: 'should',
      mutant: 'refuses-first-draft',
      judge: ({ version }) => expectThat(typeof version === 'string', version ?? 'no result', 'a version'),
    },
  ]),
  ...checksIn(stream, [
    {
      id: 'host/lifecycle/tool-input-partial',
      title: 'sends partial arguments as objects before the complete ones',
      requirements: ['R-212', 'R-213'],
      alsoKnownAs: ['lifecycle/tool-input-partial'],
      mutant: 'partial-as-text',
      judge({ entries }) {
        const partials = heardOf(entries, PARTIAL)
        if (partials.length === 0) return notApplicable('the host sends no partial arguments, which is allowed')
        const bad = partials.find(({ params }) => typeof fieldsOf(params)['arguments'] !== 'object')
        return expectThat(!bad, bad?.['params'], 'arguments: { … }')
      },
    },
    {
      id: 'host/lifecycle/tool-input-partial-stop',
      title: 'sends no tool-input-partial after tool-input',
      requirements: ['R-214'],
      alsoKnownAs: ['lifecycle/tool-input-partial-stop'],
      mutant: 'partial-after-input',
      judge({ entries }) {
        const input = indexOf(entries, 'heard', INPUT)
        const late = heardOf(entries.slice(input + 1), PARTIAL)
        return expectThat(
          input >= 0 && late.length === 0,
          { input: input >= 0, late: late.length },
          'tool-input, and none after it',
        )
      },
    },
    {
      id: 'host/lifecycle/input-after-stream',
      title: 'sends tool-input when the arguments are complete',
      requirements: ['R-210'],
      mutant: 'stream-without-input',
      judge({ entries }) {
        const params = fieldsOf(heardOf(entries, INPUT)[0]?.['params'])
        return expectThat(same(params['arguments'], STREAMED), params, JSON.stringify(STREAMED))
      },
    },
  ]),
  ...checksIn(stopped, [
    {
      id: 'host/lifecycle/tool-cancelled',
      title: 'sends tool-cancelled when the call is cancelled',
      requirements: ['R-220'],
      alsoKnownAs: ['lifecycle/tool-cancelled'],
      mutant: 'stops-silently',
      judge: ({ entries }) =>
        expectThat(heardOf(entries, 'ui/notifications/tool-cancelled').length === 1, 'nothing', 'one tool-cancelled'),
    },
    {
      id: 'host/lifecycle/tool-cancelled-params',
      title: 'sends tool-cancelled with params as an object',
      requirements: ['R-221'],
      tag: 'package',
      mutant: 'cancelled-without-params',
      judge({ entries }) {
        const [note] = heardOf(entries, 'ui/notifications/tool-cancelled')
        return expectThat(typeof note?.['params'] === 'object', note ?? 'nothing', 'params: { … }')
      },
    },
    {
      id: 'host/lifecycle/no-result-after-stop',
      title: 'sends no result of a cancelled call',
      requirements: ['R-223'],
      mutant: 'result-after-stop',
      judge: ({ entries }) =>
        expectThat(heardOf(entries, 'ui/notifications/tool-result').length === 0, 'a tool-result too', 'the cancellation alone'),
    },
  ]),
]
