import { lazy, Suspense, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import type { KnownTool } from '../api/servers.ts'
import { labelTool } from '../api/tool-label.ts'
import { Button, IconButton } from '../design/button.tsx'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { Notice, Skeleton } from '../design/feedback.tsx'
import { Segments } from '../design/segments.tsx'
import { readDraft, writeDraft } from '../drafts.ts'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { draftKey, type ComposerState } from './composer-state.ts'
import { fillIn } from './edit-call.ts'
import { parseObject } from './parse-object.ts'
import { playCall } from './play-call.ts'
import { sampleArguments } from './sample-arguments.ts'
import { warmView } from './warm-view.ts'
import { ToolPicker } from './tool-picker.tsx'

const ArgumentsForm = lazy(async () => ({ default: (await import('./arguments-form.tsx')).ArgumentsForm }))
const SpeedSlider = lazy(async () => ({ default: (await import('./speed-slider.tsx')).SpeedSlider }))
const JsonEditor = lazy(async () => ({ default: (await import('./json-editor.tsx')).JsonEditor }))

const EDITORS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const
const DELIVERIES = [
  { value: 'instant', label: 'All at once' },
  { value: 'stream', label: 'Streamed' },
] as const

/** The composer for tool calls: the user chooses a tool, enters its arguments and runs it. */
export function PlayComposer(): ReactElement {
  const { composer, servers } = useStudio()
  const { tool, isOpen, filled } = useStore(composer)
  useStore(servers.tools)
  const known = tool && servers.find(tool.server, tool.name)
  const pick = (picked: KnownTool | undefined): void =>
    composer.set((before) => ({
      ...before,
      isOpen: true,
      tool: picked && { server: picked.server, name: picked.tool.name },
    }))
  const toggle = (): void => composer.set((before) => ({ ...before, isOpen: !before.isOpen }))
  // The form is loaded on demand, so a run that is asked for before is queued until it is there.
  const run = useRef<() => void>(undefined)
  const [isRunQueued, setRunQueued] = useState(false)
  const onReady = (next: (() => void) | undefined): void => {
    run.current = next
    if (!next || !isRunQueued) return
    setRunQueued(false)
    next()
  }
  // Before the picker and the editors see it: they have other uses for Enter.
  const runByKeys = (event: KeyboardEvent<HTMLElement>): void => {
    if (!known || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    if (isOpen && run.current) return run.current()
    setRunQueued(true)
    composer.set((before) => ({ ...before, isOpen: true }))
  }
  return (
    <div className="play" onKeyDownCapture={runByKeys}>
      <div className="picker-row">
        <ToolPicker value={known} onPick={pick} />
        {known && (
          <IconButton
            icon="edit"
            label={isOpen ? 'Hide the arguments' : 'Edit the arguments'}
            aria-expanded={isOpen}
            onClick={toggle}
          />
        )}
        {known && <IconButton icon="close" label="Clear the tool" onClick={() => pick(undefined)} />}
      </div>
      {known && isOpen && (
        <ToolComposer key={`${filled} ${draftKey(known.server, known.tool.name)}`} known={known} onReady={onReady} />
      )}
    </div>
  )
}

function ToolComposer({
  known,
  onReady,
}: {
  readonly known: KnownTool
  /** Called with the function that runs the tool as soon as it can be run. */
  readonly onReady: (run: (() => void) | undefined) => void
}): ReactElement {
  const studio = useStudio()
  const { composer, saved } = studio
  const { editor, delivery, speed, drafts } = useStore(composer)
  useEffect(() => void warmView(studio, known).catch(() => {}), [studio, known])
  const formId = useId().replaceAll(/\W/g, '')
  const key = draftKey(known.server, known.tool.name)
  const draft = drafts.get(key) ?? {}
  const [text, setText] = useState(() => (readDraft(`json ${key}`) as string | undefined) ?? JSON.stringify(draft, null, 2))
  const changeText = (next: string): void => {
    setText(next)
    writeDraft(`json ${key}`, next)
  }
  const [problem, setProblem] = useState<string>()
  const [isFormReady, setFormReady] = useState(false)
  const change = (changes: Partial<ComposerState>): void => composer.set((before) => ({ ...before, ...changes }))
  const keep = (value: Record<string, unknown>): void => change({ drafts: new Map(drafts).set(key, value) })
  const isEmpty = Object.keys(known.tool.inputSchema.properties ?? {}).length === 0

  const runText = (): void => {
    const parsed = parseObject(text)
    setProblem('problem' in parsed ? parsed.problem : undefined)
    if ('problem' in parsed) return
    keep(parsed.input)
    writeDraft(`json ${key}`, undefined)
    playCall(studio, known, parsed.input)
  }
  const switchEditor = (next: ComposerState['editor']): void => {
    const parsed = parseObject(text)
    writeDraft(`json ${key}`, undefined)
    if (next === 'json') setText(JSON.stringify(draft, null, 2))
    else if ('input' in parsed) keep(parsed.input)
    setProblem(undefined)
    change({ editor: next })
  }
  const save = (): void => {
    const parsed = editor === 'json' ? parseObject(text) : { input: draft }
    setProblem('problem' in parsed ? parsed.problem : undefined)
    if ('input' in parsed)
      saved.offer({ server: known.server, name: labelTool(known.tool).title, tool: known.tool.name, ...parsed })
  }
  const run = (): void => {
    if (editor === 'json') runText()
    else document.querySelector<HTMLFormElement>(`#${formId}`)?.requestSubmit()
  }
  useEffect(() => {
    onReady(editor === 'json' || isFormReady ? run : undefined)
    return () => onReady(undefined)
  })
  return (
    <div className="tool-composer">
      {known.tool.description && <p className="tool-description clamp">{known.tool.description}</p>}
      {!known.forModel && (
        <Notice tone="warning" title="For Views only">
          The model does not see this tool. You can call it here to test it.
        </Notice>
      )}
      <div className="arguments">
        <ErrorBoundary key={editor}>
          <Suspense fallback={<Skeleton height={64} />}>
            {editor === 'form' ? (
              <ArgumentsForm
                id={formId}
                schema={known.tool.inputSchema}
                value={draft}
                onChange={keep}
                onReady={() => setFormReady(true)}
                onRun={(value) => playCall(studio, known, value)}
              />
            ) : (
              <JsonEditor
                label={`Arguments of ${known.tool.name} as JSON`}
                initial={text}
                onChange={changeText}
                onRun={runText}
              />
            )}
          </Suspense>
        </ErrorBoundary>
        {editor === 'form' && isEmpty && <p className="quiet">This tool takes no arguments.</p>}
        {problem !== undefined && <Notice tone="danger" icon="warning" title={problem} />}
      </div>
      <div className="composer-actions">
        <Segments label="Argument editor" value={editor} segments={EDITORS} onChange={switchEditor} />
        <Segments
          label="Delivery of the arguments"
          value={delivery}
          segments={DELIVERIES}
          onChange={(next) => change({ delivery: next })}
        />
        {delivery === 'stream' && (
          <Suspense fallback={<Skeleton width="10rem" />}>
            <SpeedSlider speed={speed} onChange={(next) => change({ speed: next })} />
          </Suspense>
        )}
        <span className="spacer" />
        <IconButton size="small" icon="bookmark" label="Save this call" onClick={save} />
        {!isEmpty && (
          <Button
            size="small"
            look="ghost"
            onClick={() =>
              fillIn(studio, { server: known.server, name: known.tool.name }, sampleArguments(known.tool.inputSchema))
            }
          >
            Fill in an example
          </Button>
        )}
        {editor === 'form' ? (
          <Button look="primary" icon="play" type="submit" form={formId} disabled={!isFormReady}>
            Run
          </Button>
        ) : (
          <Button look="primary" icon="play" onClick={runText}>
            Run
          </Button>
        )}
      </div>
    </div>
  )
}
