import { CasementError } from '../protocol/errors.ts'
import type { Calls, Params, Result } from '../protocol/method-types.ts'
import type { HostToView } from '../protocol/methods.ts'
import type { Runtime } from '../protocol/runtime.ts'
import { createAppTools, type AppTools } from './app-tools.ts'
import type { ActingWorld } from './bridge-acting.ts'
import type { Answering } from './bridge-answering.ts'
import type { Introduction } from './bridge-handshake.ts'
import type { Routes } from './bridge-routes.ts'
import type { HostOptions, ViewRequestOptions } from './bridge-types.ts'
import { ELICITATION_CAPABILITY, elicitationTool, type ElicitAnswer, type ElicitRequest } from './elicitation.ts'
import type { ViewLife } from './view-life.ts'

/** What a host asks of its View, once the View is ready. */
export interface Asking {
  readonly appTools: AppTools & { changed(): void }
  /** The tools of the View as it has them, unnamed and unchecked. */
  readonly tools: ActingWorld['tools']
  request<M extends Calls<HostToView>>(
    method: M,
    params: Params<HostToView, M>,
    options?: ViewRequestOptions,
  ): Promise<Result<HostToView, M>>
  elicit(params: ElicitRequest, options: ViewRequestOptions): Promise<ElicitAnswer>
  /** The tool by which the View asks the user, where both sides want it. */
  elicits(): string | undefined
}

/** What asking a View needs of its bridge. */
export interface AskingWorld {
  readonly options: HostOptions
  readonly runtime: Runtime
  readonly viewLife: ViewLife
  readonly answering: () => Answering
  readonly introduction: () => Introduction | undefined
  routes(): Routes
}

/** Asks a View: its tools, the user in the name of the server, and whatever else the protocol has. */
export function createAsking(world: AskingWorld): Asking {
  const { options, runtime, viewLife, introduction, answering } = world

  const request: Asking['request'] = async (method, params, how) => {
    await viewLife.ready()
    return world.routes().current().request(method, params, how)
  }
  const elicits = (): string | undefined => (options.elicitation ? elicitationTool(introduction()?.appCapabilities) : undefined)
  const isOffered = (): boolean => viewLife.state().at === 'ready' && introduction()?.appCapabilities.tools !== undefined

  return {
    appTools: createAppTools({
      runtime,
      isOffered,
      asked: () => answering().acting()?.appTools,
      asking: (use) => answering().act(({ appTools }) => use(appTools)),
    }),
    tools: {
      isOffered,
      callTool: (params, how) => request('tools/call', params, how),
      // What asks the user for the server is not for the model to call.
      async listTools(params, how) {
        const listed = await request('tools/list', params, how)
        return { ...listed, tools: listed.tools.filter(({ name }) => name !== elicits()) }
      },
    },
    request,
    elicits,
    async elicit(params, how) {
      const tool = elicits()
      if (!tool)
        throw new CasementError('UNSUPPORTED', `elicit: the View did not offer ${ELICITATION_CAPABILITY}, or the host does not`)
      return answering().act((acting) => acting.elicit(tool, params, how))
    },
  }
}
