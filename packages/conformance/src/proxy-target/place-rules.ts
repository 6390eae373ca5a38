import { isDeepStrictEqual } from 'node:util'
import { expectThat } from '../suite/check.ts'
import { type ProxyRule, withMethod } from './proxy-rule.ts'

/** The isolation of a View, and the senders whose messages reach it. */
export const placeRules: readonly ProxyRule[] = [
  {
    id: 'proxy/frame/sandboxed',
    title: 'The View is in a sandboxed frame with scripts',
    requirements: ['R-079', 'R-098'],
    alsoKnownAs: ['security/iframe-sandboxed'],
    run: async (subject) => {
      const { sandbox } = await subject.scene('place')
      return expectThat(sandbox.split(' ').includes('allow-scripts'), { sandbox }, 'allow-scripts …')
    },
  },
  {
    id: 'proxy/frame/no-way-out',
    title: 'The sandbox blocks top-level navigation, unsandboxed windows and downloads',
    requirements: ['R-079', 'R-097'],
    run: async (subject) => {
      const { sandbox } = await subject.scene('place')
      const ways = sandbox.split(' ').filter((flag) => /^allow-(top-navigation|popups-to-escape|downloads)/.test(flag))
      return expectThat(sandbox !== '' && ways.length === 0, { sandbox }, 'none of these')
    },
  },
  {
    id: 'proxy/frame/apart-from-host',
    title: 'The View cannot access the host page',
    requirements: ['R-082'],
    alsoKnownAs: ['security/sandbox-distinct-origin'],
    run: async (subject) => {
      const { host } = await subject.scene('place')
      return expectThat(host === 'threw SecurityError', host, 'threw SecurityError')
    },
  },
  {
    id: 'proxy/frame/sandbox-honoured',
    title: 'The View has the sandbox attribute from the host',
    requirements: ['R-088'],
    run: async (subject) => {
      const { sandbox } = await subject.scene('confined')
      return expectThat(
        isDeepStrictEqual(sandbox.split(' ').toSorted(), ['allow-forms', 'allow-scripts']),
        sandbox,
        'allow-scripts allow-forms',
      )
    },
  },
  {
    id: 'proxy/frame/sandbox-spoken-with',
    title: 'A View with an opaque origin can send and receive messages',
    requirements: ['R-088', 'R-090'],
    run: async (subject) => {
      const { echo } = await subject.scene('confined')
      return expectThat(echo?.['result'] !== undefined, { echo }, 'its answer')
    },
  },
  {
    id: 'proxy/frame/permissions',
    title: 'Declared permissions that the View can use are in the allow attribute',
    requirements: ['R-073', 'R-074'],
    level: 'should',
    alsoKnownAs: ['security/permissions-allow-attr'],
    run: async (subject) => {
      const { allow, sandbox } = await subject.scene('permitted')
      // Browsers refuse the camera to a document without an origin, so a proxy may leave it out there.
      const usable = sandbox.includes('allow-same-origin') ? ['camera', 'clipboard-write'] : ['clipboard-write']
      const isGranted = usable.every((feature) => new RegExp(`\\b${feature}\\b`).test(allow))
      return expectThat(isGranted, { allow, sandbox }, usable.join(' and '))
    },
  },
  {
    id: 'proxy/frame/no-other-permissions',
    title: 'Undeclared permissions are not in the allow attribute',
    requirements: ['R-049', 'R-074'],
    run: async (subject) => {
      const { allow } = await subject.scene('permitted')
      return expectThat(!/\b(microphone|geolocation)\b/.test(allow), { allow }, 'neither microphone nor geolocation')
    },
  },
  {
    id: 'proxy/senders/strangers',
    title: 'The proxy ignores messages from other frames of the page',
    requirements: ['R-099'],
    level: 'should',
    tag: 'package',
    run: async (subject) => {
      const passed = withMethod((await subject.scene('overheard')).got, 'test/from-a-stranger')
      return expectThat(passed.length === 0, passed, 'nothing')
    },
  },
  {
    id: 'proxy/senders/children',
    title: 'The proxy ignores messages from frames inside the View',
    requirements: ['R-099'],
    level: 'should',
    tag: 'package',
    run: async (subject) => {
      const passed = withMethod((await subject.scene('overheard')).heard, 'test/from-a-child')
      return expectThat(passed.length === 0, passed, 'nothing')
    },
  },
  {
    id: 'proxy/senders/no-usurper',
    title: 'The proxy accepts a View only from the host',
    requirements: ['R-099'],
    level: 'should',
    tag: 'package',
    run: async (subject) => {
      const seen = await subject.scene('usurped')
      return expectThat(!seen.shown, seen, 'no View')
    },
  },
  {
    id: 'proxy/senders/known-hosts',
    title: 'The proxy does not start in an unknown page',
    requirements: ['R-100'],
    level: 'should',
    tag: 'package',
    run: async (subject) => {
      const { heard } = await subject.scene('abroad')
      return expectThat(heard.length === 0, heard, 'silence')
    },
  },
  {
    id: 'proxy/senders/not-alone',
    title: 'The proxy does not start as a top-level page',
    requirements: ['R-100'],
    level: 'should',
    tag: 'package',
    run: async (subject) => {
      const seen = await subject.scene('alone')
      return expectThat(seen.frames === 0, seen, 'no View')
    },
  },
]
