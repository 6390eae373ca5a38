import { expectThat, notApplicable } from '../../suite/check.ts'
import { modest, room } from '../scenes/room.ts'
import { checksIn, fieldsOf, type HostCheck, type Message } from '../subject.ts'

const isFixed = (context: Message): boolean => 'height' in fieldsOf(context['containerDimensions'])

/** The container of a View: its size, its display mode, and the notifications when they change. */
export const roomChecks: readonly HostCheck[] = [
  ...checksIn(room, [
    {
      id: 'host/dimensions/listen-size-changed',
      title: 'applies the height that the View reports',
      requirements: ['R-168'],
      alsoKnownAs: ['dimensions/listen-size-changed'],
      mutant: 'deaf-to-size',
      judge({ context, heights }) {
        if (isFixed(context)) return notApplicable('the height is fixed by the host')
        return expectThat(heights[0] === 333, heights[0] ?? 'another height', '333 px')
      },
    },
    {
      id: 'host/dimensions/height-alone',
      title: 'accepts a height without a width',
      requirements: ['R-169'],
      tag: 'package',
      level: 'should',
      mutant: 'wants-both-sizes',
      judge({ context, heights }) {
        if (isFixed(context)) return notApplicable('the height is fixed by the host')
        return expectThat(heights[1] === 222, heights[1] ?? 'another height', '222 px')
      },
    },
    {
      id: 'host/dimensions/nonsense',
      title: 'continues after an invalid size',
      requirements: ['R-105', 'R-168'],
      level: 'should',
      mutant: 'stumbles-over-size',
      judge({ context, heights }) {
        if (isFixed(context)) return notApplicable('the height is fixed by the host')
        return expectThat(heights[2] === 444, heights[2] ?? 'another height', '444 px')
      },
    },
    {
      id: 'host/context/changed',
      title: 'notifies the View when the theme changes',
      requirements: ['R-158'],
      alsoKnownAs: ['context/context-changed'],
      level: 'should',
      mutant: 'keeps-context-changes',
      judge: ({ changes }) =>
        expectThat(
          changes.some(({ theme }) => theme === 'dark'),
          changes,
          'theme: "dark"',
        ),
    },
    {
      id: 'host/context/changed-values',
      title: 'sends only valid values in host-context-changed',
      requirements: ['R-161', 'R-162'],
      tag: 'package',
      mutant: 'odd-context-change',
      judge: ({ changes }) =>
        expectThat(
          changes.every(({ theme }) => theme === undefined || theme === 'light' || theme === 'dark'),
          changes,
          'light or dark',
        ),
    },
    {
      id: 'host/display/return-resulting-mode',
      title: 'responds to ui/request-display-mode with the resulting mode',
      requirements: ['R-180', 'R-243'],
      alsoKnownAs: ['display/return-resulting-mode'],
      mutant: 'mode-without-answer',
      judge: ({ wide }) => expectThat(['inline', 'fullscreen', 'pip'].includes(String(wide.result?.['mode'])), wide, '{ mode }'),
    },
    {
      id: 'host/display/announces',
      title: 'notifies the View of the new display mode',
      requirements: ['R-183'],
      level: 'should',
      mutant: 'keeps-mode-changes',
      judge({ context, wide, announced }) {
        if (wide.result?.['mode'] === (context['displayMode'] ?? 'inline')) return notApplicable('the mode did not change')
        return expectThat(announced.at(-1) === wide.result?.['mode'], announced, String(wide.result?.['mode']))
      },
    },
    {
      id: 'host/display/unavailable-returns-current',
      title: 'returns the current mode if the requested one is unavailable',
      requirements: ['R-181'],
      alsoKnownAs: ['display/unavailable-returns-current'],
      level: 'should',
      mutant: 'promises-any-mode',
      judge({ context, wide, unavailable }) {
        const modes = context['availableDisplayModes']
        if (!Array.isArray(modes) || modes.length >= 3) return notApplicable('the host supports every mode')
        return expectThat(
          unavailable.result?.['mode'] === wide.result?.['mode'],
          unavailable,
          `mode: ${String(wide.result?.['mode'])}`,
        )
      },
    },
    {
      id: 'host/display/nonsense',
      title: 'refuses an unknown display mode, or keeps the current one',
      requirements: ['R-105', 'R-176'],
      mutant: 'any-word-is-a-mode',
      judge: ({ nonsense }) =>
        expectThat(nonsense.error !== undefined || nonsense.result?.['mode'] !== 'sideways', nonsense, 'an error'),
    },
  ]),
  ...checksIn(modest, [
    {
      id: 'host/display/no-undeclared-mode',
      title: 'does not switch a View to a mode that it did not declare',
      requirements: ['R-179'],
      alsoKnownAs: ['display/no-undeclared-mode'],
      mutant: 'switches-anyway',
      judge: ({ announced }) => expectThat(!announced.includes('fullscreen'), announced, 'no change'),
    },
    {
      id: 'host/display/decline-undeclared',
      title: 'declines a requested mode that the View did not declare',
      requirements: ['R-179', 'R-182'],
      alsoKnownAs: ['display/decline-undeclared'],
      mutant: 'grants-undeclared-mode',
      judge: ({ wide }) => expectThat(wide.result?.['mode'] !== 'fullscreen', wide, 'the current mode'),
    },
  ]),
]
