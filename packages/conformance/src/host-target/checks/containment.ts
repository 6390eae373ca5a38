import { expectThat } from '../../suite/check.ts'
import { forged } from '../scenes/forged.ts'
import { life, type LifeFacts } from '../scenes/life.ts'
import { checksIn, type HostCheck } from '../subject.ts'

const RESERVED = 'ui/notifications/sandbox-'
const tokens = (value: string | null | undefined): string[] => value?.split(/\s+/) ?? []
const heardIn = ({ windows }: LifeFacts, depth: number, method: string): LifeFacts['windows'] =>
  windows.filter((note) => note.depth === depth && note.isTrusted && note.method === method)

/** The frames around a View, and what passes between them. */
export const containmentChecks: readonly HostCheck[] = checksIn(life, [
  {
    id: 'host/security/iframe-sandboxed',
    title: 'mounts the View in sandboxed frames',
    requirements: ['R-079'],
    alsoKnownAs: ['security/iframe-sandboxed'],
    mutant: 'inner-without-sandbox',
    judge: ({ frames }) =>
      expectThat(frames.length > 0 && frames.every(({ sandbox }) => sandbox !== null), frames, 'sandbox on each'),
  },
  {
    id: 'host/security/sandbox-proxy-required',
    title: 'places a proxy between the page and the View',
    requirements: ['R-080'],
    alsoKnownAs: ['security/sandbox-proxy-required'],
    mutant: 'without-proxy',
    judge: ({ frames }) => expectThat(frames.length >= 2, `${frames.length} frame`, 'the proxy and the View in it'),
  },
  {
    id: 'host/security/sandbox-distinct-origin',
    title: 'serves the sandbox from a different origin than the page',
    requirements: ['R-044', 'R-082'],
    alsoKnownAs: ['security/sandbox-distinct-origin'],
    mutant: 'proxy-on-own-origin',
    judge: ({ frames, hostOrigin }) =>
      expectThat(
        frames.every(({ origin }) => origin !== hostOrigin),
        { frames, hostOrigin },
        'another origin',
      ),
  },
  {
    id: 'host/security/sandbox-permissions',
    title: 'sets allow-scripts and allow-same-origin on the proxy',
    requirements: ['R-083'],
    alsoKnownAs: ['security/sandbox-permissions'],
    mutant: 'proxy-without-scripts',
    judge({ frames }) {
      const outer = tokens(frames.at(-1)?.sandbox)
      return expectThat(outer.includes('allow-scripts') && outer.includes('allow-same-origin'), outer, 'both')
    },
  },
  {
    id: 'host/security/no-downloads',
    title: 'does not set allow-downloads on the frame of the View',
    requirements: ['R-097'],
    tag: 'draft',
    mutant: 'inner-downloads',
    judge: ({ frames }) =>
      expectThat(!tokens(frames[0]?.sandbox).includes('allow-downloads'), frames[0]?.sandbox, 'no allow-downloads'),
  },
  {
    id: 'host/security/sandbox-proxy-ready',
    title: 'has a proxy that sends sandbox-proxy-ready',
    requirements: ['R-084', 'R-086'],
    alsoKnownAs: ['security/sandbox-proxy-ready'],
    mutant: 'silent-proxy',
    judge: (facts) => expectThat(heardIn(facts, 0, `${RESERVED}proxy-ready`).length > 0, 'nothing', 'sandbox-proxy-ready'),
  },
  {
    id: 'host/security/sandbox-resource-ready',
    title: 'sends the document to the proxy with sandbox-resource-ready',
    requirements: ['R-085', 'R-087'],
    alsoKnownAs: ['security/sandbox-resource-ready'],
    mutant: 'resource-by-another-way',
    judge(facts) {
      const [note] = heardIn(facts, 1, `${RESERVED}resource-ready`)
      return expectThat(note?.html === 'string', note ?? 'nothing', 'sandbox-resource-ready with html')
    },
  },
  {
    id: 'host/security/reserved-stay-outside',
    title: 'does not forward sandbox messages to the View',
    requirements: ['R-091'],
    mutant: 'relays-reserved',
    judge({ entries }) {
      const through = entries.find(({ what, message }) => what === 'heard' && String(message['method']).startsWith(RESERVED))
      return expectThat(!through, through?.message, 'none')
    },
  },
  {
    id: 'host/security/sandbox-no-self-requests',
    title: 'has a proxy that sends no requests of its own',
    requirements: ['R-092'],
    alsoKnownAs: ['security/sandbox-no-self-requests'],
    level: 'should',
    mutant: 'proxy-asks-itself',
    judge({ entries }) {
      const KNOWN = /^(?:ping|tools\/(?:list|call)|ui\/resource-teardown|tasks\/.*)$/
      const odd = entries.find(
        ({ what, message }) =>
          what === 'heard' && 'id' in message && 'method' in message && !KNOWN.test(String(message['method'])),
      )
      return expectThat(!odd, odd?.message, 'only requests of the host')
    },
  },
])

/** Messages of a View that only the sandbox may send. */
export const forgeryChecks: readonly HostCheck[] = checksIn(forged, [
  {
    id: 'host/security/reserved-stay-inside',
    title: 'does not forward forged sandbox messages, and keeps the View mounted',
    requirements: ['R-091'],
    mutant: 'relays-reserved-up',
    judge: ({ heard, isThere }) =>
      expectThat(heard.length === 0 && isThere, { heard, isThere }, 'nothing heard, and the View still there'),
  },
])
