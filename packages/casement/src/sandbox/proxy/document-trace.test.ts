import { afterEach, expect, test, vi } from 'vitest'
import { traceDocument } from './document-trace.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** A trace, and the document's end of its port, which answers when the test says so. */
function open() {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const heard: string[] = []
  const gone = vi.fn<() => void>()
  const trace = traceDocument<string>((message) => heard.push(message), gone)
  let asked = 0
  port2.addEventListener('message', () => asked++)
  port2.start()
  return { trace, heard, gone, theirs: port1, document: port2, asked: () => asked }
}

test('delivers nothing before the document has answered, and then only the messages from before the question', async () => {
  const { trace, heard, theirs, document, asked } = open()
  trace.verify('before there is a trace')
  trace.follow(theirs)
  await vi.waitFor(() => expect(asked()).toBe(1))
  trace.verify('after the question')
  expect(heard).toEqual([])
  document.postMessage('here', [])
  await vi.waitFor(() => expect(heard).toEqual(['before there is a trace']))
  await vi.waitFor(() => expect(asked()).toBe(2))
  document.postMessage('here', [])
  await vi.waitFor(() => expect(heard).toEqual(['before there is a trace', 'after the question']))
})

test('delivers nothing for a document that is gone, even if another document offers a port of its own', async () => {
  const { trace, heard, gone, theirs, document, asked } = open()
  trace.follow(theirs)
  const other = open()
  other.document.addEventListener('message', () => other.document.postMessage('here', []))
  trace.follow(other.theirs)
  trace.verify('in its name')
  await vi.waitFor(() => expect(asked()).toBe(1))
  expect([heard, other.asked()]).toEqual([[], 0])
  document.postMessage('gone', [])
  await vi.waitFor(() => expect(gone).toHaveBeenCalledOnce())
})

test('limits its queue', () => {
  const { trace, gone } = open()
  for (let sent = 0; sent < 1000; sent++) trace.verify(String(sent))
  expect(gone).not.toHaveBeenCalled()
  trace.verify('one more')
  expect(gone).toHaveBeenCalledOnce()
})
