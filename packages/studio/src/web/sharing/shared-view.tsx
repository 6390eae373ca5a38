import type { CachedResource, CallEntry } from '@casement/gateway/api'
import { askInDialog, hostStylesFrom, type McpClientLike, type MountOptions } from 'casement/host'
import { McpApp } from 'casement/host/react'
import { useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react'
import { describeFailure } from '../api/api-failure.ts'
import { cachedAnswer } from '../api/cached-resource.ts'
import { gatewayConsent } from '../chat/view-stores.ts'
import { Notice, Skeleton } from '../design/feedback.tsx'
import { useStore } from '../store.ts'
import { useStudio, type Studio } from '../studio.ts'
import { createSharingApi } from './sharing-api.ts'

interface SharedViewProps {
  readonly link: string
  readonly entry: CallEntry
  /** Whether the View may call tools, with the rights of the reader. */
  readonly mayCall: boolean
  /** Shown instead of a View whose server the reader does not have. */
  readonly fallback: ReactNode
}

/** The View of a shared call: its document as it was stored, with the recorded result, and without state. */
export function SharedView({ link, entry, mayCall, fallback }: SharedViewProps): ReactElement {
  const studio = useStudio()
  const [found, setFound] = useState<CachedResource | Error>()
  const { resourceHash } = entry
  const app = useStore(studio.servers.entries)?.find(({ name }) => name === entry.server)?.app
  useEffect(() => {
    if (resourceHash === undefined || app === undefined) return
    // By its app: a document that another server sent must not run in the name of this one.
    createSharingApi(studio.api)
      .resource(link, resourceHash, app)
      .then(setFound, (error: unknown) => setFound(error instanceof Error ? error : new Error(String(error))))
  }, [link, resourceHash, app])
  if (app === undefined || resourceHash === undefined || found instanceof Error)
    return (
      <>
        <Notice tone="info" title="The View is not shown">
          {found instanceof Error
            ? describeFailure(found).message
            : app === undefined
              ? `You have no server with the name ${entry.server}.`
              : 'Its document was not stored.'}
        </Notice>
        {fallback}
      </>
    )
  if (!found) return <Skeleton height={160} />
  return <MountedSharedView entry={entry} app={app} mayCall={mayCall} resource={found} />
}

interface SharedMount {
  readonly entry: CallEntry
  readonly app: string
  readonly mayCall: boolean
  readonly resource: CachedResource
}

function MountedSharedView(mount: SharedMount): ReactElement {
  const studio = useStudio()
  const theme = useStore(studio.theme)
  // Once: what a View was mounted with does not change.
  const [options] = useState(() => mountOptions(studio, mount))
  const hostContext = useMemo(() => ({ theme, styles: hostStylesFrom(document.documentElement) }), [theme])
  return <McpApp className="view" {...options} hostContext={hostContext} />
}

function mountOptions(studio: Studio, { entry, app, mayCall, resource }: SharedMount): MountOptions {
  const uri = entry.resourceUri ?? resource.uri
  const { result = { content: [], isError: true } } = entry
  return {
    client: clientFor(studio, { entry, app, mayCall, resource }),
    tool: { name: entry.tool, inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: uri } } },
    sandbox: studio.sandbox(),
    app,
    pool: studio.pool,
    hostInfo: { name: 'casement-studio', version: '0.0.0' },
    policies: { consent: { store: gatewayConsent(studio.api), ask: askInDialog({ theme: studio.theme.get }) } },
    bridge: { appName: entry.server },
    input: { ...entry.input },
    result,
  }
}

const refused = (): Promise<never> =>
  Promise.reject(new Error('Views of a shared conversation cannot call tools until the reader allows it.'))

/** The reader's own connection, with the document that the owner saw. Until the reader allows more, it has no tools. */
function clientFor(studio: Studio, { entry, mayCall, resource }: SharedMount): McpClientLike {
  const own = studio.servers.link(entry.server).as({ actor: 'app' })
  const answer = cachedAnswer(resource)
  const readResource: McpClientLike['readResource'] = async (params, ...rest) =>
    params.uri === (entry.resourceUri ?? resource.uri) ? answer : own.readResource?.(params, ...rest)
  if (mayCall) return { ...own, readResource }
  return {
    getServerCapabilities: () => ({}),
    callTool: refused,
    readResource: async ({ uri }) => (uri === entry.resourceUri ? answer : refused()),
  }
}
