import { expectThat } from '../../suite/check.ts'
import { both, declared, type Kind, KINDS, listedOnly, type ReachFacts, undeclared, wildcard } from '../scenes/reach.ts'
import { checksIn, type HostCheck, type Row } from '../subject.ts'

const REQUIREMENT: Readonly<Record<Kind, string>> = {
  connect: 'R-055',
  script: 'R-053',
  style: 'R-054',
  image: 'R-056',
  font: 'R-057',
  media: 'R-058',
  frame: 'R-059',
  object: 'R-060',
}
const LIST: Readonly<Record<Kind, string>> = {
  connect: 'connect',
  script: 'resource',
  style: 'resource',
  image: 'resource',
  font: 'resource',
  media: 'resource',
  frame: 'frame',
  object: 'object',
}
const DECLARABLE = KINDS.filter((kind) => kind !== 'object')

const stays = (site: string, kind: Kind, row: Omit<Row<ReachFacts>, 'judge'>): Row<ReachFacts> => ({
  ...row,
  judge: ({ reached }) => expectThat(!reached.includes(`${site}/${kind}`), `a request to the ${site} site`, 'no request'),
})

/** Checks of the network access that a View's policy blocks and allows. */
export const policyChecks: readonly HostCheck[] = [
  ...checksIn(undeclared, [
    ...KINDS.map((kind) =>
      stays('undeclared', kind, {
        id: `host/security/default-deny-${kind}`,
        title: `blocks the network for a View without csp (${kind})`,
        requirements: [
          'R-047',
          'R-050',
          ...(kind === 'font' ? ['R-052'] : kind === 'object' ? ['R-051'] : []),
          REQUIREMENT[kind],
        ],
        ...(kind === 'connect' && { alsoKnownAs: ['security/csp-default-deny', 'security/sandbox-csp-enforced'] }),
        mutant: kind === 'object' ? 'no-policy' : `loosens-${LIST[kind]}`,
      }),
    ),
    {
      id: 'host/metadata/tool-csp-ignored',
      title: 'ignores csp on the tool',
      requirements: ['R-037'],
      tag: 'package',
      mutant: 'reads-tool-csp',
      judge: ({ reached }) =>
        expectThat(!reached.some((what) => what.startsWith('declared/')), reached, 'nothing for what the tool declared'),
    },
    {
      id: 'host/security/no-eval',
      title: 'blocks eval and new Function',
      requirements: ['R-049', 'R-053'],
      mutant: 'no-policy',
      judge: ({ evaluates }) => expectThat(!evaluates, 'new Function works', 'it throws'),
    },
    {
      id: 'host/security/inline-style',
      title: 'allows inline styles',
      requirements: ['R-054'],
      mutant: 'forbids-inline-style',
      judge: ({ inlineStyle }) => expectThat(inlineStyle, 'no effect', 'a style element that works'),
    },
    {
      id: 'host/security/data-image',
      title: 'allows data: images',
      requirements: ['R-050', 'R-056'],
      mutant: 'forbids-images',
      judge: ({ dataImage }) => expectThat(dataImage, 'blocked', 'a data: image'),
    },
    {
      id: 'host/security/default-base',
      title: 'blocks <base> for a View without csp',
      requirements: ['R-061'],
      mutant: 'loosens-base',
      judge: ({ bases }) => expectThat(bases.length === 0, bases, 'none'),
    },
  ]),
  ...checksIn(declared, [
    ...DECLARABLE.map((kind): Row<ReachFacts> => ({
      id: `host/security/allow-declared-${kind}`,
      title: `allows a declared origin (${kind})`,
      requirements: [REQUIREMENT[kind], 'R-047'],
      alsoKnownAs: kind === 'connect' ? ['security/csp-allow-declared', 'security/csp-construct-from-domains'] : [],
      mutant: `tightens-${LIST[kind]}`,
      judge: ({ reached }) => expectThat(reached.includes(`declared/${kind}`), reached, `declared/${kind}`),
    })),
    ...KINDS.map((kind) =>
      stays('undeclared', kind, {
        id: `host/security/no-loosening-${kind}`,
        title: `blocks an undeclared origin (${kind})`,
        requirements: ['R-048', 'R-049', REQUIREMENT[kind]],
        ...(kind === 'connect' && { alsoKnownAs: ['security/csp-no-loosening'] }),
        mutant: kind === 'object' ? 'no-policy' : `loosens-${LIST[kind]}`,
      }),
    ),
    stays('declared', 'object', {
      id: 'host/security/no-objects',
      title: 'blocks plug-ins (object-src), declared or not',
      requirements: ['R-060'],
      mutant: 'no-policy',
    }),
    {
      id: 'host/security/allow-declared-base',
      title: 'allows a declared <base> only',
      requirements: ['R-061'],
      mutant: 'tightens-base',
      judge: ({ bases }) => expectThat(bases.join() === 'declared', bases, 'declared'),
    },
  ]),
  ...checksIn(wildcard, [
    {
      id: 'host/security/allow-wildcard',
      title: 'allows all subdomains of a declared wildcard',
      requirements: ['R-063'],
      mutant: 'refuses-wildcards',
      judge: ({ reached }) =>
        expectThat(
          ['script', 'style', 'image'].every((kind) => reached.includes(`one.declared/${kind}`)) &&
            !reached.some((what) => what.startsWith('other/')),
          reached,
          'scripts, styles and images of the site below, and nothing of another',
        ),
    },
  ]),
  ...checksIn(listedOnly, [
    {
      id: 'host/metadata/listing-fallback',
      title: 'uses the metadata of resources/list if resources/read has none',
      requirements: ['R-034'],
      tag: 'draft',
      mutant: 'ignores-listing',
      judge: ({ reached }) => expectThat(reached.includes('declared/connect'), reached, 'declared/connect'),
    },
  ]),
  ...checksIn(both, [
    {
      id: 'host/metadata/document-wins',
      title: 'uses only the metadata of resources/read if both have some',
      requirements: ['R-034', 'R-035'],
      tag: 'draft',
      mutant: 'merges-listing',
      judge: ({ reached }) =>
        expectThat(
          reached.includes('declared/connect') && !reached.includes('other/connect'),
          reached,
          'declared, and not other',
        ),
    },
  ]),
]
