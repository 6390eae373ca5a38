/** @jsxImportSource solid-js */
import {
  useApp,
  useAppState,
  useDocumentTheme,
  useHostContext,
  useHostStyles,
  useToolInput,
  useToolResult,
} from 'casement/view/solid'
import { createSignal, Match, Switch } from 'solid-js'

interface Days {
  forecast: string[]
}

/** A forecast that shows what the host tells, asks the server for a sum, and counts visits for good. */
export function Forecast() {
  const { app, isConnected, error } = useApp({ appInfo: { name: 'forecast-solid', version: '1.0.0' } })
  const input = useToolInput(app)
  const result = useToolResult(app)
  const context = useHostContext(app)
  const documentTheme = useDocumentTheme()
  const [count, setCount] = useAppState(app, 'count', 0)
  const [sum, setSum] = createSignal<number>()
  useHostStyles(app)

  const add = async (): Promise<void> => {
    const answer = await app.callServerTool({ name: 'add', arguments: { a: 19, b: 23 } })
    setSum((answer.structuredContent as { sum: number }).sum)
  }

  return (
    <Switch fallback={<p>Connecting…</p>}>
      <Match when={error()}>{(reason) => <p id="error">{reason().message}</p>}</Match>
      <Match when={isConnected()}>
        <main style={{ color: 'var(--color-text-primary)' }}>
          <h1 id="city">{String(input()?.arguments?.['city'])}</h1>
          <p id="forecast">{(result()?.structuredContent as Days | undefined)?.forecast.join(' ')}</p>
          <p id="theme">
            {context()?.theme} {documentTheme()}
          </p>
          <button id="add" type="button" onClick={() => void add()}>
            19 + 23 = <b id="sum">{sum() ?? '?'}</b>
          </button>
          <button id="count" type="button" onClick={() => setCount((before) => before + 1)}>
            {count()}
          </button>
        </main>
      </Match>
    </Switch>
  )
}
