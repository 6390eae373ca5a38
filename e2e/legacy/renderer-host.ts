// A host page of the past: the renderer of @mcp-ui/client 5, which shows what the page was given and keeps what it is asked.
import {
  basicComponentLibrary,
  remoteButtonDefinition,
  remoteStackDefinition,
  remoteTextDefinition,
  UIResourceRenderer,
} from 'mcp-ui-client-5'
import { createElement, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'

interface Action {
  readonly type: string
  readonly payload: { readonly toolName?: string; readonly params?: Record<string, number>; readonly url?: string }
}

const page = globalThis as unknown as { actions: Action[]; renderData: object | undefined }
page.actions = []

async function onUIAction(action: Action): Promise<unknown> {
  page.actions.push(action)
  const { type, payload } = action
  if (type === 'tool' && payload.toolName === 'add') return { sum: (payload.params?.['a'] ?? 0) + (payload.params?.['b'] ?? 0) }
  if (payload.url?.startsWith('ftp:')) throw new Error('no such links')
  return { status: 'handled' }
}

async function run(): Promise<void> {
  const { resource, renderData, proxy } = (await (await fetch('/resource')).json()) as {
    resource: object
    renderData?: object
    proxy?: string
  }
  const Renderer = UIResourceRenderer as unknown as ComponentType<Record<string, unknown>>
  const htmlProps = { autoResizeIframe: true, ...(renderData && { iframeRenderData: renderData }), ...(proxy && { proxy }) }
  const remoteElements = [remoteButtonDefinition, remoteStackDefinition, remoteTextDefinition]
  const remoteDomProps = { library: basicComponentLibrary, remoteElements }
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    createElement(Renderer, { resource, onUIAction, htmlProps, remoteDomProps }),
  )
}

void run()
