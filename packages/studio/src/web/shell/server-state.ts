import type { ServerState } from '@casement/gateway/api'
import type { Tone } from '../design/feedback.tsx'

/** A server state with its label. */
export interface StateWords {
  readonly tone: Tone | 'busy'
  readonly label: string
}

/** The label of a server's state. */
export function describeState(state: ServerState): StateWords {
  switch (state.status) {
    case 'ready':
      return state.reauthorize === undefined
        ? { tone: 'success', label: 'ready' }
        : { tone: 'warning', label: 'needs more permissions' }
    case 'starting':
      return { tone: 'busy', label: state.attempt > 1 ? `starting, attempt ${state.attempt}` : 'starting' }
    case 'unauthorized':
      return { tone: 'warning', label: 'needs authorization' }
    case 'failed':
      return { tone: 'danger', label: 'failed' }
    default:
      return { tone: 'neutral', label: 'stopped' }
  }
}
