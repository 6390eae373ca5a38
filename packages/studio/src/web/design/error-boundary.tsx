import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './feedback.tsx'

interface Props {
  readonly children: ReactNode
}

interface State {
  readonly error: unknown
}

/** Limits a failure to one panel: most often a chunk that an update has replaced. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <Notice
        tone="danger"
        icon="warning"
        title="This panel failed"
        actions={
          <Button size="small" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {error instanceof Error && error.message} Reload the page; the conversation is kept.
      </Notice>
    )
  }
}
