import { afterEach, expect, test, vi } from 'vitest'
import { followDocument } from './trace.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** A trace with the document's end of it, which answers when it is told to. */
function open() {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const heard: string[] = []
  const gone = vi.fn<() => void>()
  const trace = followDocument<string>((said) => heard.push(said), gone)
  let asked = 0
  port2.addEventListener('message', () => asked++)
  port2.start()
  return { trace, heard, gone, theirs: port1, document: port2, asked: () => asked }
}

test('hands nothing on before the document has answered, and then only what was there when it was asked', async () => {
  const { trace, heard, theirs, document, asked } = open()
  trace.vouch('before there is a trace')
  trace.follow(theirs)
  await vi.waitFor(() => expect(asked()).toBe(1))
  trace.vouch('after the question')
  expect(heard).toEqual([])
  document.postMessage('here', [])
  await vi.waitFor(() => expect(heard).toEqual(['before there is a trace']))
  await vi.waitFor(() => expect(asked()).toBe(2))
  document.postMessage('here', [])
  await vi.waitFor(() => expect(heard).toEqual(['before there is a trace', 'after the question']))
})

test('hands nothing on for a document that is no longer there, whoever comes with a trace of his own', async () => {
  const { trace, heard, gone, theirs, document, asked } = open()
  trace.follow(theirs)
  const other = open()
  other.document.addEventListener('message', () => other.document.postMessage('here', []))
  trace.follow(other.theirs)
  trace.vouch('in its name')
  await vi.waitFor(() => expect(asked()).toBe(1))
  expect([heard, other.asked()]).toEqual([[], 0])
  document.postMessage('gone', [])
  await vi.waitFor(() => expect(gone).toHaveBeenCalledOnce())
})

test('does not hold without end', () => {
  const { trace, gone } = open()
  for (let said = 0; said < 1000; said++) trace.vouch(String(said))
  expect(gone).not.toHaveBeenCalled()
  trace.vouch('one more')
  expect(gone).toHaveBeenCalledOnce()
})
