import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef, type ReactElement } from 'react'

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--color-text-info)' },
  { tag: tags.string, color: 'var(--color-text-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-text-warning)' },
])

interface JsonEditorProps {
  readonly label: string
  readonly initial: string
  readonly onChange: (text: string) => void
  readonly onRun: () => void
}

/** JSON with colours, brackets that match, and its mistakes marked. Tab leaves it; Ctrl-Enter runs. */
export function JsonEditor({ label, initial, onChange, onRun }: JsonEditorProps): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef({ onChange, onRun })
  useEffect(() => {
    latest.current = { onChange, onRun }
  })
  useEffect(() => {
    const run = (): boolean => {
      latest.current.onRun()
      return true
    }
    const view = new EditorView({
      ...(place.current && { parent: place.current }),
      state: EditorState.create({
        doc: initial,
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          indentOnInput(),
          json(),
          linter(jsonParseLinter()),
          syntaxHighlighting(colors),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, 'data-composer': '' }),
          keymap.of([{ key: 'Mod-Enter', run }, ...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    return () => view.destroy()
    // The editor owns its text from here on
  }, [])
  return <div className="json-editor" ref={place} />
}
