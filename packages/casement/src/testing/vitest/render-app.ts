import { onTestFinished } from 'vitest'
import { CasementError } from '../../protocol/errors.ts'
import { createObservation, type Observation } from '../observation.ts'
import { bridgeHandlers, scriptedConsent, scriptedHandlers } from '../reactions.ts'
import { DEFAULT_WIDTH, openApp } from '../render/open-app.ts'
import type { Rendered, RenderOptions } from '../render/render-options.ts'
import { teardownProblem } from '../render/teardown-problem.ts'
import { toolDataFor } from '../render/tool-data.ts'
import { resolveShown } from '../server-client.ts'
import { fitViewport } from './fit-viewport.ts'
import { pluginSandbox, viewIn } from './sandbox.ts'
import type { ViewQueries } from './view-locator.ts'

/** A View in a real frame behind the real sandbox, in the page of the test. */
export interface RenderedApp extends Rendered, ViewQueries {}

/**
 * Renders a View in the browser that runs the test. Resolves when it is ready or has failed; the matchers say which. At the end of
 * the test it is unmounted, which fails the test when the View did not answer its teardown.
 */
export async function renderApp(options: RenderOptions): Promise<RenderedApp> {
  const sandbox = pluginSandbox()
  const found = await resolveShown(options)
  await fitViewport(options.width ?? DEFAULT_WIDTH)
  const observation = createObservation()
  const id = crypto.randomUUID()
  const opened = openApp({
    ...options,
    ...toolDataFor(options, found),
    client: found.client,
    tool: found.tool,
    id,
    sandbox,
    consent: scriptedConsent(options.consent),
    handlers: bridgeHandlers(scriptedHandlers(options.handlers)),
    see: observation.see,
  })
  let unmounting: Promise<void> | undefined
  const unmount = async (): Promise<void> => {
    await opened.close()
    const problem = teardownProblem(observation)
    if (problem !== undefined) throw new CasementError('TIMEOUT', problem)
  }
  const rest: Omit<RenderedApp, keyof Observation> = {
    ...viewIn(id),
    update: async (changes) => opened.mounted.update(changes),
    reload: () => opened.mounted.reload(),
    advance: async (ms) => opened.advance(ms),
    callAppTool: (name, args = {}) => opened.callAppTool(name, args),
    unmount: () => (unmounting ??= unmount()),
  }
  onTestFinished(async () => {
    if (!unmounting) await rest.unmount()
  })
  // With a manual clock, the test decides how long to wait.
  if (options.clock !== 'manual') await opened.mounted.ready.catch(() => {})
  return Object.assign(Object.create(observation) as Observation, rest)
}
