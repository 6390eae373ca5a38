import type { Replay } from 'casement/testing/trace'
import { useState, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { Badge } from '../design/feedback.tsx'
import { formatMs } from '../timeline/describe-entry.ts'

const SPEEDS = [
  [0.1, '0.1×'],
  [0.5, '0.5×'],
  [1, '1×'],
  [2, '2×'],
  [10, '10×'],
  [Infinity, 'As fast as possible'],
] as const

const WORDS = {
  paused: 'paused',
  playing: 'playing',
  waiting: 'waits for the View',
  done: 'at the end',
  closed: 'closed',
} as const

/** Play, pause, step, go to a place, and how fast. */
export function ReplayControls({
  replay,
  onScrub,
  onRestart,
}: {
  readonly replay: Replay
  readonly onScrub: (position: number) => void
  readonly onRestart: () => void
}): ReactElement {
  const [speed, setSpeed] = useState<number>(1)
  const { state, position, length, at } = replay
  const isRunning = state === 'playing' || state === 'waiting'
  return (
    <div className="replay-controls" role="toolbar" aria-label="Replay">
      {isRunning ? (
        <Button icon="stop" onClick={() => replay.pause()}>
          Pause
        </Button>
      ) : (
        <Button icon="play" look="primary" disabled={state === 'done'} onClick={() => replay.play({ speed })}>
          Play
        </Button>
      )}
      <Button icon="chevron" disabled={state === 'done' || isRunning} onClick={() => replay.step()}>
        Step
      </Button>
      <Button icon="refresh" onClick={onRestart}>
        Restart
      </Button>
      {replay.awaited !== undefined && (
        <p className="replay-awaited" role="status">
          In the recording, the View now sends <code>{replay.awaited}</code>. Repeat the recorded user action in the View, or skip
          it.{' '}
          <Button size="small" onClick={() => replay.skip()}>
            Skip it
          </Button>
        </p>
      )}
      <label className="replay-speed">
        <span className="visually-hidden">Speed</span>
        <select className="select" value={speed} onChange={({ target }) => setSpeed(Number(target.value))}>
          {SPEEDS.map(([value, title]) => (
            <option key={title} value={value}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <input
        className="replay-scrubber"
        type="range"
        min={0}
        max={length}
        value={position}
        aria-label="Position in the recording"
        aria-valuetext={`message ${position} of ${length}`}
        onChange={({ target }) => onScrub(Number(target.value))}
      />
      <span className="replay-place">
        <Badge tone={state === 'done' ? 'success' : 'neutral'}>{WORDS[state]}</Badge> {position} of {length} messages,{' '}
        {formatMs(at)}
      </span>
    </div>
  )
}
