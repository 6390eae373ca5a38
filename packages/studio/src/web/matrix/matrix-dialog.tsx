import type { CallEntry } from '@casement/gateway/api'
import { profileOf } from 'casement/testing/profiles'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { toolText, useToolLabels } from '../api/tool-label.ts'
import { captureElements } from '../capture/capture-elements.ts'
import type { OpenConversation } from '../chat/open-conversation.ts'
import type { ViewStage } from '../chat/view-frame.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Badge, Notice, Skeleton } from '../design/feedback.tsx'
import { describeFailure } from '../api/api-failure.ts'
import { IsolatedView, isolateCall, type IsolatedCall } from '../isolated/isolated-view.tsx'
import { useProblems } from '../problems/use-problems.ts'
import { countProblems, worstTone } from '../problems/view-problems.ts'
import { saveFile } from '../recording/save-file.ts'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { profileChoices } from '../wire/lab.ts'
import { cellsOf, firstChoice, DESKTOP_WIDTH, MATRIX_DEVICES, THEMES, toggle, type Cell } from './cells.ts'
import { drawSheet } from './draw-sheet.ts'

/** One call in several hosts, themes and widths at once. */
export function MatrixDialog({
  conversation,
  entry,
  onClose,
}: {
  readonly conversation: OpenConversation
  readonly entry: CallEntry
  readonly onClose: () => void
}): ReactElement {
  const { views, toasts } = useStudio()
  const lab = useStore(views.lab)
  const label = toolText(useToolLabels()(entry.server, entry.tool))
  const known = profileChoices(lab)
  const [choice, setChoice] = useState(() => firstChoice(lab.profile))
  const [isCapturing, setCapturing] = useState(false)
  const [scale, setScale] = useState<number>(SCALES[0])
  const grid = useRef<HTMLDivElement>(null)
  const cells = cellsOf(choice, known)
  const save = async (): Promise<void> => {
    setCapturing(true)
    try {
      const figures = [...(grid.current?.querySelectorAll<HTMLElement>('.matrix-cell') ?? [])]
      const pictures = await captureElements(figures)
      saveFile(`${entry.tool}-matrix.png`, await drawSheet(pictures, choice.themes.length * choice.devices.length))
    } catch (error) {
      toasts.fail('No picture', error)
    } finally {
      setCapturing(false)
    }
  }
  return (
    <Dialog open full onClose={onClose} title={`Matrix of ${label}`} description={describeCells(cells.length)}>
      <div className="matrix-controls">
        <Axis
          label="Hosts"
          values={known.map((one) => [profileOf(one).id, profileOf(one).title])}
          chosen={choice.profiles}
          onChange={(profiles) => setChoice({ ...choice, profiles })}
        />
        <Axis
          label="Themes"
          values={THEMES.map((theme) => [theme, theme])}
          chosen={choice.themes}
          onChange={(themes) => setChoice({ ...choice, themes })}
        />
        <Axis
          label="Devices"
          values={MATRIX_DEVICES.map(({ id, title }) => [id, title])}
          chosen={choice.devices}
          onChange={(devices) => setChoice({ ...choice, devices })}
        />
        <label className="matrix-axis">
          <span>Scale</span>
          <select className="select" value={scale} onChange={({ target }) => setScale(Number(target.value))}>
            {SCALES.map((one) => (
              <option key={one} value={one}>
                {one * 100} %
              </option>
            ))}
          </select>
        </label>
        <Button icon="download" disabled={isCapturing} onClick={() => void save()}>
          Save as one picture
        </Button>
      </div>
      <div
        className="matrix"
        ref={grid}
        style={{ zoom: scale, gridTemplateColumns: `repeat(${choice.themes.length * choice.devices.length}, max-content)` }}
      >
        {cells.map((cell) => (
          <MatrixCell key={cell.id} cell={cell} conversation={conversation} entry={entry} />
        ))}
      </div>
    </Dialog>
  )
}

const SCALES = [0.5, 0.75, 1] as const

const describeCells = (count: number): string =>
  `${count === 1 ? '1 View' : `${count} Views`} of the same call, each with a copy of its state. Nothing that you do here changes the conversation.`

function Axis<T extends string>({
  label,
  values,
  chosen,
  onChange,
}: {
  readonly label: string
  readonly values: readonly (readonly [value: T, title: string])[]
  readonly chosen: readonly T[]
  readonly onChange: (chosen: readonly T[]) => void
}): ReactElement {
  return (
    <fieldset className="matrix-axis">
      <legend>{label}</legend>
      {values.map(([value, title]) => (
        <label key={value} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() =>
              onChange(
                toggle(
                  values.map(([one]) => one),
                  chosen,
                  value,
                ),
              )
            }
          />
          {title}
        </label>
      ))}
    </fieldset>
  )
}

function MatrixCell({
  cell,
  conversation,
  entry,
}: {
  readonly cell: Cell
  readonly conversation: OpenConversation
  readonly entry: CallEntry
}): ReactElement {
  const studio = useStudio()
  const [call, setCall] = useState<IsolatedCall>()
  const [failure, setFailure] = useState<unknown>()
  const [stage, setStage] = useState<ViewStage>('loading')
  const { profile } = cell
  useEffect(() => {
    let isGone = false
    isolateCall(studio, conversation, entry, profile).then((made) => isGone || setCall(made), setFailure)
    return () => {
      isGone = true
    }
  }, [studio, conversation, entry, profile])
  const problems = useProblems(call)
  const tone = worstTone(problems)
  return (
    <figure className="matrix-cell" data-problem={tone} data-stage={stage} aria-label={cell.title}>
      <figcaption>
        <span>{cell.title}</span>
        {tone && (
          <Badge tone={tone} title={problems.map(({ title }) => title).join('\n')}>
            {countProblems(problems.length)}
          </Badge>
        )}
      </figcaption>
      {failure !== undefined && (
        <Notice tone="danger" icon="warning" title="The View could not be shown">
          {describeFailure(failure).message}
        </Notice>
      )}
      {call ? (
        <IsolatedView
          call={call}
          theme={cell.theme}
          device={cell.device}
          width={cell.device.width ?? DESKTOP_WIDTH}
          onStage={setStage}
        />
      ) : (
        failure === undefined && <Skeleton width={`${cell.device.width ?? DESKTOP_WIDTH}px`} height={160} />
      )}
      {problems.length > 0 && (
        <ul className="matrix-problems" aria-label={`Problems in ${cell.title}`}>
          {problems.map(({ id, title, detail }) => (
            <li key={id} title={detail}>
              {title}
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}
