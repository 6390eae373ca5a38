import type { OnMessage } from './parent-messages.ts'

/**
 * Observes JSON-RPC messages on message ports, such as a direct port to the host. Other messages on ports (of workers, of a
 * scheduler) are not recorded. Host and View send one or several messages as the lines of a text, or an object.
 */
export function observePorts(onMessage: OnMessage): void {
  const prototype = MessagePort.prototype
  const observed = new WeakSet<MessagePort>()
  const report = (direction: 'to-view' | 'from-view', data: unknown): void => {
    for (const message of readMessages(data)) onMessage(direction, message)
  }
  const observe = (port: MessagePort): void => {
    if (observed.has(port)) return
    observed.add(port)
    addListener.call(port, 'message', (event) => report('to-view', (event as MessageEvent).data))
  }

  // oxlint-disable-next-line typescript/unbound-method -- called with the right `this` below
  const addListener = prototype.addEventListener
  // oxlint-disable-next-line typescript/unbound-method -- called with the right `this` below
  const { postMessage } = prototype
  const onmessage = Object.getOwnPropertyDescriptor(prototype, 'onmessage')
  prototype.postMessage = function (this: MessagePort, ...args: [never]) {
    report('from-view', args[0])
    postMessage.apply(this, args)
  }
  prototype.addEventListener = function (this: MessagePort, ...args: Parameters<typeof addListener>) {
    if (args[0] === 'message') observe(this)
    addListener.apply(this, args)
  } as typeof addListener
  if (!onmessage?.set) return
  // oxlint-disable-next-line typescript/unbound-method -- called with the right `this` below
  const { set } = onmessage
  Object.defineProperty(prototype, 'onmessage', {
    ...onmessage,
    set(this: MessagePort, handler: unknown) {
      observe(this)
      set.call(this, handler)
    },
  })
}

function readMessages(data: unknown): unknown[] {
  if (typeof data === 'string') {
    if (!data.includes('"jsonrpc"')) return []
    return data.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line) as unknown].filter(isJsonRpc)
      } catch {
        return []
      }
    })
  }
  return isJsonRpc(data) ? [data] : []
}

const isJsonRpc = (value: unknown): boolean => typeof value === 'object' && value !== null && 'jsonrpc' in value
