import { describe, expect, test } from 'vitest'
import { handClock } from '../../../../../test/hand-clock.ts'
import { createPeer, memoryChannels, type HostToView, type ViewToHost } from '../../protocol/index.ts'
import { FAULTS, faultyChannel, type Fault, type FaultOptions, type InjectedFault } from './index.ts'

/** A faulty end, the plain end opposite, and what each heard. */
function wire(faults: readonly Fault[], options: FaultOptions = {}) {
  const [near, far] = memoryChannels()
  const clock = handClock()
  const injected: InjectedFault[] = []
  const faulty = faultyChannel(near, faults, { runtime: clock, onfault: (fault) => injected.push(fault), ...options })
  const heardFar: unknown[] = []
  far.listen((message) => heardFar.push(message))
  return { faulty, far, clock, injected, heardFar }
}

const note = (n: number) => ({ jsonrpc: '2.0', method: 'note', params: { n } })
const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
const numbers = (messages: unknown[]) => messages.map((message) => (message as ReturnType<typeof note>).params.n)

describe('what is posted', () => {
  const post = async (faults: readonly Fault[], count = 3, options?: FaultOptions) => {
    const made = wire(faults, options)
    for (let n = 1; n <= count; n++) made.faulty.post(note(n))
    await settle()
    return made
  }

  test('arrives untouched without faults', async () => {
    expect(numbers((await post([])).heardFar)).toEqual([1, 2, 3])
  })

  test('drop: never arrives', async () => {
    const { heardFar, injected } = await post([{ name: 'drop', times: 1 }])
    expect(numbers(heardFar)).toEqual([2, 3])
    expect(injected).toEqual([{ name: 'drop', direction: 'out', message: note(1) }])
  })

  test('duplicate: arrives twice', async () => {
    expect(numbers((await post([{ name: 'duplicate', times: 1 }])).heardFar)).toEqual([1, 1, 2, 3])
  })

  test('delay: arrives late, and nothing overtakes it', async () => {
    const { heardFar, clock } = await post([{ name: 'delay', times: 1, ms: 50 }])
    expect(heardFar).toEqual([])
    clock.wind(50)
    await settle()
    expect(numbers(heardFar)).toEqual([1, 2, 3])
  })

  test('reorder: the next one overtakes it', async () => {
    expect(numbers((await post([{ name: 'reorder', times: 1 }])).heardFar)).toEqual([2, 1, 3])
  })

  test('reorder: the last one is not lost', async () => {
    const { heardFar, clock } = await post([{ name: 'reorder', times: 1 }], 1)
    expect(heardFar).toEqual([])
    clock.wind(1000)
    await settle()
    expect(numbers(heardFar)).toEqual([1])
  })

  test('wrong-source: somebody else sends it, or nobody', async () => {
    const strange: unknown[] = []
    const { heardFar } = await post([{ name: 'wrong-source', times: 1 }], 2, { stranger: (message) => strange.push(message) })
    expect(numbers(heardFar)).toEqual([2])
    expect(strange).toEqual([note(1)])
  })

  test('oversized: carries more than any reader takes', async () => {
    const { heardFar } = await post([{ name: 'oversized', times: 1, bytes: 1000 }])
    expect(JSON.stringify(heardFar[0]).length).toBeGreaterThan(1000)
    expect(numbers(heardFar)).toEqual([1, 2, 3])
  })
})

describe('an answer', () => {
  const ask = (faults: readonly Fault[], timeout = 1000) => {
    const { faulty, far, clock } = wire(faults)
    const host = createPeer<HostToView, ViewToHost>(faulty)
    host.handle('tools/call', () => ({ content: [] }))
    host.handle('ui/open-link', () => ({}))
    const view = createPeer<ViewToHost, HostToView>(far, { runtime: clock })
    return {
      clock,
      call: view.request('tools/call', { name: 'x' }, { timeout }),
      link: () => view.request('ui/open-link', { url: 'https://a.example' }, { timeout }),
    }
  }

  test('wrong-id: nobody has asked for it, so the asker waits in vain', async () => {
    const { clock, call } = ask([{ name: 'wrong-id' }])
    await settle()
    clock.wind(1000)
    await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  test('unauthorized: the call ends in a 401, a link does not', async () => {
    const { call, link } = ask([{ name: 'unauthorized' }])
    await expect(call).rejects.toMatchObject({ code: 'REMOTE', wire: { data: { status: 401 } } })
    await expect(link()).resolves.toEqual({})
  })

  test('late-approval: comes when the asker has given up', async () => {
    const { clock, call } = ask([{ name: 'late-approval', method: 'tools/call' }], 60_000)
    await settle()
    clock.wind(65_000)
    await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' })
  })
})

test('what is heard can go wrong too, and what comes before anybody listens is kept', async () => {
  const [near, far] = memoryChannels()
  const faulty = faultyChannel(near, [{ name: 'drop', direction: 'in', times: 1 }])
  far.post(note(1))
  far.post(note(2))
  await settle()
  const heard: unknown[] = []
  faulty.listen((message) => heard.push(message))
  expect(numbers(heard)).toEqual([2])
})

test('the same seed gives the same faults, another seed others', async () => {
  const run = async (seed: string) => {
    const { faulty, heardFar } = wire([{ name: 'drop', rate: 0.5 }], { seed })
    for (let n = 0; n < 64; n++) faulty.post(note(n))
    await settle()
    return numbers(heardFar)
  }
  const first = await run('casement')
  expect(first.length).toBeGreaterThan(10)
  expect(first.length).toBeLessThan(54)
  expect(await run('casement')).toEqual(first)
  expect(await run('other')).not.toEqual(first)
})

test('closing forgets what is under way', async () => {
  const { faulty, clock } = wire([{ name: 'delay' }])
  faulty.post(note(1))
  faulty.close()
  await settle()
  expect(clock.armed()).toBe(0)
})

test('each fault says what it is', () => {
  expect(Object.keys(FAULTS)).toHaveLength(9)
})
