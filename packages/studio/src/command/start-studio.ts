import { createGateway, route, type BuiltInServer, type Gateway, type Log, type Route } from '@casement/gateway'
import type { HostProfile } from 'casement/testing/profiles'
import { chatRoute } from '../model/chat-route.ts'
import { demoServers } from './demo-servers.ts'
import { localhostRoutes } from './localhost-page.ts'
import { pagesFolder } from './pages-folder.ts'
import { renewRoute } from './renew-route.ts'
import type { Settings } from './settings.ts'

/** The additions of a subcommand to the Studio. */
export interface StudioAdditions {
  readonly builtIn?: Readonly<Record<string, BuiltInServer>>
  readonly routes?: readonly Route[]
}

/** Starts gateway and page. Nothing is printed, and nothing is done about signals. */
export async function startStudio(settings: Settings, log: Log = () => {}, additions: StudioAdditions = {}): Promise<Gateway> {
  const { demo, model, hostProfile, ...rest } = settings
  const builtIn = demo
    ? await demoServers((name, error) => log({ level: 'warn', event: 'example-failed', name, reason: String(error) }))
    : {}
  return createGateway({
    ...rest,
    builtIn: {
      ...Object.fromEntries(Object.entries(builtIn).filter(([name]) => !(name in settings.servers))),
      ...additions.builtIn,
    },
    pages: pagesFolder(),
    log,
    ...(model && { model: { id: model.id, provider: model.provider } }),
    routes: [
      chatRoute(model),
      renewRoute(),
      ...(hostProfile ? [profileRoute(hostProfile)] : []),
      ...(additions.routes ?? []),
      ...(settings.names ? [] : localhostRoutes()),
    ],
  })
}

/** `GET /api/host-profile`: the profile of `--host-profile FILE`. */
const profileRoute = (profile: HostProfile): Route =>
  route({ method: 'GET', path: '/api/host-profile', access: 'member', handle: () => Response.json(profile) })
