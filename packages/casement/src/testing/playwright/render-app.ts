import type { McpClientLike } from '../../host/server/client.ts'
import type { ConsentRequest } from '../../host/gate/consent.ts'
import { CasementError } from '../../protocol/errors.ts'
import { createObservation, type Observation, type Sighting } from '../observation.ts'
import { scriptedConsent, scriptedHandlers, type ScriptedHandlers } from '../reactions.ts'
import type { PageOrder } from '../render/host-page.ts'
import type { RenderFacts, Rendered, RenderOptions } from '../render/render-options.ts'
import { teardownProblem } from '../render/teardown-problem.ts'
import { toolDataFor } from '../render/tool-data.ts'
import { resolveShown } from '../server-client.ts'
import { methodsOf, serveHostPage, type Answers } from './host-server.ts'
import { callPage, viewIn, type FrameIn, type PageLike } from './page-like.ts'

/** A View in a page of Playwright, behind the real sandbox. */
export interface RenderedApp<P extends PageLike> extends Rendered {
  /** A Playwright frame locator for the View: `app.view.getByRole(…)`. */
  readonly view: FrameIn<P>
  readonly page: P
}

/** The options of `renderApp`. Partial input is not supported in Playwright. */
export type PageRenderOptions = Omit<RenderOptions, 'partial'>

/**
 * Renders a View in a Playwright page, with a host page and the sandbox on loopback. Resolves when the View is ready or has failed;
 * the matchers tell which. Unmount it at the end, or use `renderApp` of `casementFixtures`, which does that.
 */
export async function renderApp<P extends PageLike>(page: P, options: PageRenderOptions): Promise<RenderedApp<P>> {
  const found = await resolveShown(options)
  const { input, result } = toolDataFor(options, found)
  const observation = createObservation()
  const handlers = scriptedHandlers(options.handlers)
  const served = await serveHostPage(answersOf(found.client, options, handlers, observation, { input, result }))
  const id = crypto.randomUUID()
  const order: PageOrder = {
    ...factsOf(options),
    id,
    tool: found.tool,
    methods: methodsOf(found.client),
    handlers: [...handlers.keys()],
    hasInput: input !== undefined,
    hasResult: result !== undefined,
  }
  let unmounting: Promise<void> | undefined
  const unmount = async (): Promise<void> => {
    try {
      await callPage(page, 'close')
    } finally {
      await served.close()
    }
    const problem = teardownProblem(observation)
    if (problem !== undefined) throw new CasementError('TIMEOUT', problem)
  }
  const rest: Omit<RenderedApp<P>, keyof Observation> = {
    page,
    view: viewIn(page, id),
    update: async (changes) => void (await callPage(page, 'update', await settledChanges(changes))),
    reload: async () => void (await callPage(page, 'reload')),
    advance: async (ms) => void (await callPage(page, 'advance', ms)),
    callAppTool: (name, args = {}) => callPage(page, 'callAppTool', name, args),
    unmount: () => (unmounting ??= unmount()),
  }
  try {
    await page.goto(served.hostOrigin)
    await callPage(page, 'open', order)
  } catch (error) {
    await served.close()
    throw error
  }
  return Object.assign(Object.create(observation) as Observation, rest)
}

function answersOf(
  client: McpClientLike,
  options: PageRenderOptions,
  handlers: ScriptedHandlers,
  observation: Observation,
  told: { readonly input: unknown; readonly result: unknown },
): Answers {
  const { ask } = scriptedConsent(options.consent)
  return {
    see: (sightings: readonly Sighting[]) => {
      for (const sighting of sightings) observation.see(sighting)
    },
    client: ({ method, params }: { method: keyof McpClientLike; params: unknown }) =>
      (client[method] as (given: unknown) => unknown).call(client, params),
    handler: ({ name, params }: { name: string; params: unknown }) => handlers.get(name)?.(params),
    consent: (request: ConsentRequest) => ask?.(request),
    input: () => told.input,
    result: () => told.result,
  }
}

/** The options that are plain data. */
function factsOf({ hostContext, profile, width, faults, seed, clock, deadlines, teardownTimeout }: RenderFacts): RenderFacts {
  return { hostContext, profile, width, faults, seed, clock, deadlines, teardownTimeout }
}

async function settledChanges({ input, result, ...rest }: Parameters<Rendered['update']>[0]): Promise<object> {
  return { ...rest, ...(input && { input: await input }), ...(result && { result: await result }) }
}
