import { declaring, misreading } from './client.ts'
import type { Mutation } from './mutation.ts'
import type { Fields } from './wire.ts'

const LISTS = { connect: 'connectDomains', resource: 'resourceDomains', frame: 'frameDomains', base: 'baseUriDomains' }
const cspOf = (ui: Fields): Record<string, string[]> => ({ ...(ui['csp'] as Record<string, string[]> | undefined) })
const stricter = (policy: string): Mutation =>
  misreading((item) => ({
    ...item,
    text: String(item['text']).replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`),
  }))

/** Uses the listing in a way that the specification does not define. */
const withListing = (change: (item: Fields, listed: Fields | undefined) => Fields): Mutation => ({
  change(client) {
    const read = client.readResource.bind(client)
    client.readResource = async (params) => {
      const [{ contents, ...rest }, { resources }] = await Promise.all([read(params), client.listResources()])
      const meta = resources.find(({ uri }) => uri === params.uri)?._meta?.['ui'] as Fields | undefined
      return { ...rest, contents: contents.map((item) => change({ ...item }, meta)) } as never
    }
  },
})

/** Hosts whose policy differs from the declared one. */
export const policyMutations: Readonly<Record<string, Mutation>> = {
  ...Object.fromEntries(
    Object.entries(LISTS).flatMap(([name, list]) => [
      [
        `loosens-${name}`,
        declaring((ui, origin) => {
          const csp = cspOf(ui)
          return { ...ui, csp: { ...csp, [list]: [...(csp[list] ?? []), origin('undeclared')] } }
        }),
      ],
      [`tightens-${name}`, declaring((ui) => ({ ...ui, csp: { ...cspOf(ui), [list]: [] } }))],
    ]),
  ),
  'no-policy': { flaw: 'no-policy' },
  'reads-tool-csp': declaring((ui, origin) => ({ ...ui, csp: { connectDomains: [origin('declared')] } })),
  'refuses-wildcards': declaring((ui) => {
    const csp = cspOf(ui)
    return { ...ui, csp: { ...csp, resourceDomains: (csp['resourceDomains'] ?? []).filter((entry) => !entry.includes('*')) } }
  }),
  'forbids-inline-style': stricter("style-src 'none'"),
  'forbids-images': stricter("img-src 'none'"),
  'ignores-listing': declaring((ui) => ({ ...ui, prefersBorder: false })),
  'merges-listing': withListing((item, listed) => ({
    ...item,
    _meta: {
      ui: {
        csp: {
          connectDomains: [
            ...(cspOf((item['_meta'] as { ui?: Fields } | undefined)?.ui ?? {})['connectDomains'] ?? []),
            ...(cspOf(listed ?? {})['connectDomains'] ?? []),
          ],
        },
      },
    },
  })),
}
