import { expectThat, type Outcome, pass } from '../suite/check.ts'
import type { ProxyRule } from './proxy-rule.ts'
import type { Tried } from './proxy-scenes.ts'

const isBase = (uri: unknown): boolean => String(uri).startsWith('http://base-')

type Attempt = readonly [name: string, wanted: 'loaded' | 'kept out', path?: string]

const judge = ({ results, hits }: Tried, attempts: readonly Attempt[]): Outcome => {
  const wrong = attempts.filter(([name, wanted, path]) => {
    const came = path === undefined ? results[name] === 'loaded' : hits.includes(path)
    return came !== (wanted === 'loaded')
  })
  return wrong.length === 0
    ? pass
    : expectThat(false, { results, hits }, wrong.map(([name, wanted]) => `${name} ${wanted}`).join(', '))
}

const policyRule = (
  scene: 'undeclared' | 'declared' | 'injected',
  id: string,
  title: string,
  requirements: readonly string[],
  attempts: readonly Attempt[],
  alsoKnownAs?: readonly string[],
): ProxyRule => ({
  id: `proxy/policy/${id}`,
  title,
  requirements,
  ...(alsoKnownAs && { alsoKnownAs }),
  run: async (subject) => judge(await subject.scene(scene), attempts),
})

/** Rules for the resources that a View may load. */
export const policyRules: readonly ProxyRule[] = [
  policyRule(
    'undeclared',
    'no-connections',
    'Nothing declared: no connections',
    ['R-050', 'R-089'],
    [['other', 'kept out', 'other/fetch']],
    ['security/csp-default-deny'],
  ),
  policyRule(
    'undeclared',
    'no-images',
    'Nothing declared: no images from elsewhere',
    ['R-050', 'R-089'],
    [['otherImage', 'kept out', 'other/other.gif']],
  ),
  policyRule(
    'undeclared',
    'no-scripts',
    'Nothing declared: no scripts from elsewhere',
    ['R-050', 'R-089'],
    [['otherScript', 'kept out', 'other/other.js']],
  ),
  policyRule(
    'undeclared',
    'no-frames',
    'Nothing declared: no frames',
    ['R-059', 'R-089'],
    [['otherFrame', 'kept out', 'other/frame']],
  ),
  policyRule('undeclared', 'no-objects', 'No objects, ever', ['R-060', 'R-089'], [['object', 'kept out', 'cdn/object.gif']]),
  policyRule('undeclared', 'data-images', 'Images in data: URLs are shown', ['R-050', 'R-056'], [['dataImage', 'loaded']]),
  {
    id: 'proxy/policy/inline-style',
    title: 'Inline scripts and styles of the View run',
    requirements: ['R-050', 'R-053', 'R-054'],
    run: async (subject) => {
      const { results } = await subject.scene('undeclared')
      return expectThat(String(results['inlineStyle']).trim() === '1', results, 'the style')
    },
  },
  {
    id: 'proxy/policy/no-eval',
    title: 'Nothing declared: no eval',
    requirements: ['R-050', 'R-071'],
    run: async (subject) => {
      const { results } = await subject.scene('undeclared')
      return expectThat(results['code'] === 'threw EvalError', results['code'], 'threw EvalError')
    },
  },
  policyRule(
    'declared',
    'connect',
    'connectDomains can be connected to',
    ['R-055', 'R-089'],
    [['api', 'loaded', 'api/fetch']],
    ['security/csp-allow-declared', 'security/csp-construct-from-domains'],
  ),
  policyRule(
    'declared',
    'resources',
    'resourceDomains can be loaded from: scripts, styles and images',
    ['R-053', 'R-054', 'R-056'],
    [
      ['cdnScript', 'loaded', 'cdn/cdn.js'],
      ['cdnStyle', 'loaded', 'cdn/cdn.css'],
      ['cdnImage', 'loaded', 'cdn/cdn.gif'],
    ],
  ),
  policyRule('declared', 'frames', 'frameDomains can be framed', ['R-059'], [['frame', 'loaded', 'frames/frame']]),
  policyRule(
    'declared',
    'no-loosening',
    'Undeclared sources are blocked',
    ['R-048', 'R-049'],
    [
      ['other', 'kept out', 'other/fetch'],
      ['otherImage', 'kept out', 'other/other.gif'],
      ['otherScript', 'kept out', 'other/other.js'],
      ['otherFrame', 'kept out', 'other/frame'],
    ],
    ['security/csp-no-loosening', 'security/sandbox-csp-enforced'],
  ),
  policyRule(
    'declared',
    'connect-is-not-load',
    'connectDomains are not for scripts',
    ['R-053', 'R-055'],
    [['apiScript', 'kept out', 'api/api.js']],
  ),
  policyRule(
    'declared',
    'load-is-not-connect',
    'resourceDomains are not for connections',
    ['R-055', 'R-062'],
    [['cdnFetch', 'kept out', 'cdn/fetch']],
  ),
  {
    id: 'proxy/policy/base',
    title: 'Only baseUriDomains can be the base URL',
    requirements: ['R-061', 'R-089'],
    run: async (subject) => {
      const [before, after] = [
        (await subject.scene('undeclared')).results['base'],
        (await subject.scene('declared')).results['base'],
      ]
      return expectThat(!isBase(before) && isBase(after), { undeclared: before, declared: after }, 'only where it is declared')
    },
  },
  policyRule(
    'injected',
    'no-injection',
    'An entry that is no origin does not loosen the policy',
    ['R-049', 'R-067'],
    [
      ['other', 'kept out', 'other/fetch'],
      ['otherImage', 'kept out', 'other/other.gif'],
      ['otherScript', 'kept out', 'other/other.js'],
    ],
  ),
  {
    id: 'proxy/policy/from-the-first-byte',
    title: 'The policy is in force before the View is parsed',
    requirements: ['R-047', 'R-089'],
    run: async (subject) => {
      const { hits } = await subject.scene('sly')
      return expectThat(hits.length === 0, hits, 'nothing was loaded')
    },
  },
]
