import type { ServerState } from '@casement/gateway/api'
import type { Tone } from '../design/feedback.tsx'

/** A state as the person sees it. */
export interface StateWords {
  readonly tone: Tone | 'busy'
  readonly label: string
}

/** What a state of a server is called. */
export function describeState(state: ServerState): StateWords {
  switch (state.status) {
    case 'ready':
      return { tone: 'success', label: 'ready' }
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
