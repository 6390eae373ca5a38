import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { listen, type Listener } from './listen.ts'
import { lockResponse } from './security/locked-response.ts'
import { isLoopback } from './security/names.ts'
import { refuse } from './security/refusal.ts'

/** The routes of monitoring. */
export interface MonitoringRoutes {
  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response>
}

/**
 * Opens a listener for monitoring on loopback, apart from the page and the Views. Only names of loopback are served: a site whose name
 * leads to this machine is not.
 */
export async function openMonitoring(port: number | undefined, routes: MonitoringRoutes): Promise<Listener | undefined> {
  if (port === undefined) return undefined
  const handle = getRequestListener(
    async (request, bindings) => {
      const { hostname } = new URL(request.url)
      if (!isLoopback(hostname.replace(/^\[|\]$/g, '')))
        return lockResponse(refuse(421, 'WRONG_HOST', 'This host name is not served here.'))
      return lockResponse(await routes.fetch(request, bindings as HttpBindings))
    },
    {
      overrideGlobalObjects: false,
      errorHandler: () => lockResponse(refuse(400, 'INVALID_ARGUMENT', 'The request is malformed.')),
    },
  )
  return listen({ port, hostname: '127.0.0.1', handle: (request, response) => void handle(request, response) })
}
