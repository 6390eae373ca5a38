import { expectThat, notApplicable } from '../../suite/check.ts'
import { comesBack, farewell, ownFarewell, refusedFarewell, silentFarewell } from '../scenes/farewell.ts'
import { checksIn, type HostCheck } from '../subject.ts'

/** How a View is closed. */
export const farewellChecks: readonly HostCheck[] = [
  ...checksIn(farewell, [
    {
      id: 'host/lifecycle/teardown-notify',
      title: 'sends ui/resource-teardown before it removes the View',
      requirements: ['R-270'],
      alsoKnownAs: ['lifecycle/teardown-notify'],
      mutant: 'no-teardown',
      judge: ({ teardown }) => expectThat(teardown?.['id'] !== undefined, teardown ?? 'nothing', 'a request with an id'),
    },
    {
      id: 'host/lifecycle/teardown-params',
      title: 'sends ui/resource-teardown with params as an object',
      requirements: ['R-271'],
      tag: 'package',
      level: 'should',
      mutant: 'teardown-without-params',
      judge: ({ teardown }) =>
        expectThat(
          typeof teardown?.['params'] === 'object' && teardown['params'] !== null,
          teardown ?? 'nothing',
          'params: { … }',
        ),
    },
    {
      id: 'host/lifecycle/teardown-await',
      title: 'waits for the response to ui/resource-teardown before it removes the View',
      requirements: ['R-272'],
      alsoKnownAs: ['lifecycle/teardown-await'],
      level: 'should',
      mutant: 'teardown-without-waiting',
      judge: ({ saidGoodbye }) => expectThat(saidGoodbye, 'the View was gone before it could answer', 'time to answer'),
    },
    {
      id: 'host/lifecycle/teardown-removes',
      title: 'removes the View after its response to ui/resource-teardown',
      requirements: ['R-276'],
      level: 'should',
      mutant: 'teardown-stays',
      judge: ({ isGone }) => expectThat(isGone, 'the frame is still there', 'no frame'),
    },
  ]),
  ...checksIn(refusedFarewell, [
    {
      id: 'host/lifecycle/teardown-refused',
      title: 'removes the View even if it rejects ui/resource-teardown',
      requirements: ['R-274'],
      tag: 'package',
      mutant: 'teardown-needs-consent',
      judge: ({ isGone }) => expectThat(isGone, 'the frame is still there', 'no frame'),
    },
  ]),
  ...checksIn(silentFarewell, [
    {
      id: 'host/lifecycle/teardown-unanswered',
      title: 'removes the View even if it never responds to ui/resource-teardown',
      requirements: ['R-274'],
      tag: 'package',
      mutant: 'teardown-waits-forever',
      judge: ({ isGone }) => expectThat(isGone, 'the frame is still there', 'no frame'),
    },
  ]),
  ...checksIn(ownFarewell, [
    {
      id: 'host/lifecycle/request-teardown',
      title: 'sends ui/resource-teardown before it closes a View on ui/request-teardown',
      requirements: ['R-277', 'R-278', 'R-279'],
      tag: 'draft',
      mutant: 'closes-without-asking',
      judge({ teardown, isGone }) {
        if (!teardown && !isGone) return notApplicable('the host keeps the View open, which is allowed')
        return expectThat(teardown?.['id'] !== undefined, 'closed without a teardown', 'the teardown first')
      },
    },
  ]),
  ...checksIn(comesBack, [
    {
      id: 'host/lifecycle/comes-back',
      title: 'repeats the handshake, the input and the result when it remounts a View',
      requirements: ['R-227'],
      tag: 'package',
      level: 'should',
      mutant: 'delivers-once',
      judge: ({ again }) => expectThat(new Set(again).size === 2, again, 'tool-input and tool-result'),
    },
  ]),
]
