import type { ServerConfig } from '@casement/gateway/api'
import { useState, type FormEvent, type ReactElement } from 'react'
import { describeFailure } from '../api/api-failure.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Notice } from '../design/feedback.tsx'
import { Segments } from '../design/segments.tsx'
import { useStore } from '../store.ts'
import { serverRights, useStudio } from '../studio.ts'
import { textOf } from './form-text.ts'
import { splitCommand } from './split-command.ts'

type Kind = 'http' | 'stdio'

const KINDS = [
  { value: 'http', label: 'URL' },
  { value: 'stdio', label: 'Command' },
] as const

/** The dialog that adds a server. */
export function AddServer({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { api, servers, layout, session } = useStudio()
  const { allowCommands } = serverRights(useStore(session))
  const [kind, setKind] = useState<Kind>('http')
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)

  const add = async (form: FormData): Promise<void> => {
    const address = textOf(form, 'address')
    const [command = '', ...args] = splitCommand(address)
    const config: ServerConfig = kind === 'http' ? { url: address } : { command, args }
    const taken = new Set(servers.entries.get()?.map((server) => server.name))
    const typed = textOf(form, 'name')
    if (taken.has(typed)) {
      setFailure(new Error(`There is a server ${typed} already. Give this one another name.`))
      return
    }
    const name = typed || firstFree(nameFrom(address, kind), taken)
    setFailure(undefined)
    setBusy(true)
    try {
      await api.addServer(name, config)
      await servers.load()
      // Whether it works shows there, and why if it does not
      layout.set((before) => ({ ...before, overlay: 'tools', browsed: name }))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  // No action: its states would show only after the end, and what was typed be gone, also after a failure
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void add(new FormData(event.currentTarget))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a server"
      description="Add any MCP server. Its tools and Views appear when it is connected."
    >
      <form className="form" onSubmit={submit}>
        {allowCommands && <Segments label="Connection" value={kind} segments={KINDS} onChange={setKind} />}
        <div className="field">
          <label htmlFor="server-address">{kind === 'http' ? 'Endpoint URL' : 'Command to run'}</label>
          <input
            id="server-address"
            className="input"
            name="address"
            required
            type={kind === 'http' ? 'url' : 'text'}
            placeholder={kind === 'http' ? 'http://localhost:3000/mcp' : 'node server.js --stdio'}
          />
          {kind === 'stdio' && (
            <span className="field-hint">
              The command runs on the machine of the gateway. Quote arguments that contain spaces.
            </span>
          )}
        </div>
        <div className="field">
          <label htmlFor="server-name">Name</label>
          <input id="server-name" className="input" name="name" placeholder="derived from the URL" pattern="[\w.\-]{1,64}" />
        </div>
        {failure !== undefined && (
          <Notice tone="danger" icon="warning" title={describeFailure(failure).message}>
            {describeFailure(failure).fix}
          </Notice>
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={isBusy}>
            {isBusy ? 'Adding…' : 'Add'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name.slice(0, 60)}-${count}`
  return free
}

function nameFrom(address: string, kind: Kind): string {
  const words =
    kind === 'http' ? new URL(address).host : (splitCommand(address).find((word) => !/^(-|node$|npx$)/.test(word)) ?? 'server')
  return words
    .replace(/^.*\//, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .slice(0, 64)
}
