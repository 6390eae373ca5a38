import {
  useApp,
  useAppState,
  useDocumentTheme,
  useHostContext,
  useHostStyles,
  useToolInput,
  useToolResult,
} from 'casement/view/react'
import { useState } from 'react'

interface Days {
  forecast: string[]
}

/** A forecast that shows what the host tells, asks the server for a sum, and counts visits for good. */
export function Forecast() {
  const { app, isConnected, error } = useApp({ appInfo: { name: 'forecast-react', version: '1.0.0' } })
  const input = useToolInput(app)
  const result = useToolResult(app)
  const context = useHostContext(app)
  const documentTheme = useDocumentTheme()
  const [count, setCount] = useAppState(app, 'count', 0)
  const [sum, setSum] = useState<number>()
  useHostStyles(app)

  if (error) return <p id="error">{error.message}</p>
  if (!app || !isConnected) return <p>Connecting…</p>

  const add = async (): Promise<void> => {
    const answer = await app.callServerTool({ name: 'add', arguments: { a: 19, b: 23 } })
    setSum((answer.structuredContent as { sum: number }).sum)
  }
  return (
    <main style={{ color: 'var(--color-text-primary)' }}>
      <h1 id="city">{String(input?.arguments?.['city'])}</h1>
      <p id="forecast">{(result?.structuredContent as Days | undefined)?.forecast.join(' ')}</p>
      <p id="theme">
        {context?.theme} {documentTheme}
      </p>
      <button id="add" type="button" onClick={() => void add()}>
        19 + 23 = <b id="sum">{sum ?? '?'}</b>
      </button>
      <button id="count" type="button" onClick={() => setCount((before) => before + 1)}>
        {count}
      </button>
    </main>
  )
}
