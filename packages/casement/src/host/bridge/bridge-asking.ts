import type { RequestMethod, Params, Result } from '../../protocol/method-types.ts'
import type { HostToView } from '../../protocol/methods.ts'
import { createAppTools, type AppTools } from '../model/app-tools.ts'
import type { Answering } from './bridge-answering.ts'
import type { Introduction } from './handshake.ts'
import type { Routes } from './routes.ts'
import type { HostOptions, ViewRequestOptions } from './bridge-types.ts'
import { elicitationTool, type ElicitAnswer, type ElicitRequest } from '../model/elicitation.ts'
import type { ViewLife } from './view-lifecycle.ts'

/** What a host asks of its View, once the View is ready. */
export interface Asking {
  readonly appTools: AppTools & { changed(): void }
  /** True when the View is there and declared tools. */
  readonly isOffered: () => boolean
  readonly request: <M extends RequestMethod<HostToView>>(
    method: M,
    params: Params<HostToView, M>,
    options?: ViewRequestOptions,
  ) => Promise<Result<HostToView, M>>
  elicit(params: ElicitRequest, options: ViewRequestOptions): Promise<ElicitAnswer>
  /** The tool by which the View asks the user, where both sides want it. */
  readonly elicits: () => string | undefined
}

/** What asking a View needs of its bridge. */
export interface AskingWorld {
  readonly options: HostOptions
  readonly viewLife: ViewLife
  readonly answering: () => Answering
  readonly introduction: () => Introduction | undefined
  routes(): Routes
}

/** Asks a View: its tools, the user in the name of the server, and whatever else the protocol has. */
export function createAsking(world: AskingWorld): Asking {
  const { options, viewLife, introduction, answering } = world

  const request: Asking['request'] = async (method, params, how) => {
    await viewLife.ready()
    return world.routes().current().request(method, params, how)
  }
  const elicits = (): string | undefined => (options.elicitation ? elicitationTool(introduction()?.appCapabilities) : undefined)
  const isOffered = (): boolean => viewLife.state().at === 'ready' && introduction()?.appCapabilities.tools !== undefined

  return {
    appTools: createAppTools(isOffered, answering),
    isOffered,
    request,
    elicits,
    elicit: (params, how) => answering().act((acting) => acting.elicit(params, how)),
  }
}
