import type { Id } from '../../protocol/rpc/message.ts'
import type { HandlerExtra, PeerReport } from '../../protocol/rpc/peer-types.ts'
import type {
  Implementation,
  McpUiHostCapabilities,
  McpUiInitializeRequest,
  McpUiInitializeResult,
} from '../../protocol/schemas/index.ts'
import { settleIntroduction } from '../../protocol/initialize-compat.ts'
import { findMisfit } from '../../protocol/short-shape.ts'
import { negotiateVersion } from '../../protocol/version.ts'
import type { Answering } from './bridge-answering.ts'
import type { Route, Routes } from './routes.ts'
import { isPast } from './lifecycle.ts'
import { ROUGH_INTRODUCTION, SIZE_CHANGED } from '../opening-shapes.ts'
import { gone, type ViewLife } from './view-lifecycle.ts'

/** What a View says of itself. */
export type Introduction = McpUiInitializeRequest['params']

/**
 * Checks the params of a message of the View; a handshake more leniently where the host wants it so (4.46). What is for the gate to
 * judge and comes before there is one is checked when there is.
 */
export const checkFromView =
  (compat: boolean, { acting }: Pick<Answering, 'acting'>) =>
  (method: string, params: unknown): string | undefined => {
    if (compat && isHandshake(method, compat)) return findMisfit(ROUGH_INTRODUCTION, params ?? {}, 'params')
    if (method === 'ui/notifications/size-changed') return findMisfit(SIZE_CHANGED, { params }, '')
    return acting()?.check(method, params)
  }

/** True for the method that begins a handshake. Old samples show the one of MCP itself. */
export const isHandshake = (method: string, compat: boolean): boolean =>
  method === 'ui/initialize' || (compat && method === 'initialize')

/**
 * Tells a second `ui/initialize` of the same document from the first of the next. The ids of one document grow; those of the
 * next begin again. It matters because what comes through a port can overtake what comes through the relay, so that a View
 * may be ready before we hear that it had asked twice.
 */
function retryDetector(): (id: string | number) => boolean {
  let last: string | number | undefined
  return (id) => {
    const isRetry = typeof id === 'number' && typeof last === 'number' && id > last
    last = id
    return isRetry
  }
}

/** What shaking hands with a View needs of its bridge. */
export interface HandshakeWorld {
  readonly hostInfo: Implementation
  readonly compat: boolean
  readonly directPort: boolean
  readonly viewLife: ViewLife
  routes(): Routes
  capabilities(port: boolean): McpUiHostCapabilities
  report(report: PeerReport): void
  fail(error: unknown): void
}

/** Shakes hands with each document that a View shows, and knows which of them is there. */
export interface Handshake {
  /** What the document there said of itself; undefined before it has. */
  introduction(): Introduction | undefined
  /** Answers `ui/initialize`, at any time and as often as it comes. */
  initialize(route: Route, params: unknown, extra: HandlerExtra, ports: readonly MessagePort[]): McpUiInitializeResult
  /** A request was answered. */
  replied(route: Route, id: Id): void
  /** The document is ready, and has chosen a way: it is told what it is owed, after the answer to its handshake, and then `done`. */
  complete(route: Route, done: () => void): void
  /** The sandbox says that the frame holds another document now. */
  navigated(): void
}

/** Makes the handshake of one View. */
export function createHandshake(world: HandshakeWorld): Handshake {
  const { compat, viewLife, hostInfo } = world
  const isRetry = retryDetector()
  let introduction: Introduction | undefined
  let documents = 0
  let navigations = 0
  // Some Views do not wait for the answer. It must still be the first they hear.
  let open: { readonly route: Route; readonly id: Id; afterwards?: () => void } | undefined
  const warn = (why: string): void => world.report({ reason: 'broken', why: `ui/initialize: ${why}` })

  return {
    introduction: () => introduction,
    initialize(route, params, { requestId }, ports) {
      if (isPast(viewLife.state().at, 'ready')) throw gone()
      const given = params ?? {}
      const said = compat ? settleIntroduction(given) : (given as Introduction)
      const { protocolVersion, asked } = negotiateVersion(said.protocolVersion)
      const retry = isRetry(requestId)
      if (!retry && !route.isDirect) world.routes().reset()
      if (!retry) documents++
      introduction = said
      viewLife.take({ type: 'initialize', retry })
      open = { route, id: requestId }
      const [port, ...more] = ports
      const isTaken = !!port && world.directPort && !route.isDirect && world.routes().offer(port)
      for (const other of isTaken ? more : ports) other.close()
      if (said !== given) warn('members were missing or misnamed, and were filled in')
      if (asked !== 'supported') warn(`the version it asked for is ${asked}`)
      return { protocolVersion, hostInfo, hostCapabilities: world.capabilities(isTaken), hostContext: viewLife.state().context }
    },
    replied(route, id) {
      if (open?.route !== route || open.id !== id) return
      const { afterwards } = open
      open = undefined
      afterwards?.()
    },
    complete(route, done) {
      const welcome = (): void => {
        world.routes().choose(route)
        try {
          viewLife.take({ type: 'initialized' })
        } catch (error) {
          return world.fail(error)
        }
        done()
      }
      if (open?.route === route) open.afterwards = welcome
      else welcome()
    },
    navigated() {
      navigations++
      // Its scripts run before its load event, so it may have spoken already; then there is nothing to forget.
      if (documents > navigations) return
      world.routes().reset()
      viewLife.take({ type: 'reload' })
    },
  }
}
