import { createGateway, type Gateway, type Log } from '@casement/gateway'
import { chatRoute } from '../model/chat-route.ts'
import { demoServers } from './demo-servers.ts'
import { localhostRoutes } from './localhost-page.ts'
import { pagesFolder } from './pages-folder.ts'
import type { Settings } from './settings.ts'

/** Starts gateway and page. Nothing is printed, and nothing is done about signals. */
export async function startStudio(settings: Settings, log: Log = () => {}): Promise<Gateway> {
  const { demo, model, ...rest } = settings
  const builtIn = demo
    ? await demoServers((name, error) => log({ level: 'warn', event: 'example-failed', name, reason: String(error) }))
    : {}
  return createGateway({
    ...rest,
    builtIn: Object.fromEntries(Object.entries(builtIn).filter(([name]) => !(name in settings.servers))),
    pages: pagesFolder(),
    log,
    ...(model && { model: { id: model.id, provider: model.provider } }),
    routes: [chatRoute(model), ...(settings.names ? [] : localhostRoutes())],
  })
}
