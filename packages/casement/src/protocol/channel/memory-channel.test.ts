import { describe, expect, test } from 'vitest'
import { channelRules } from './channel-contract.ts'
import { memoryChannels } from './memory-channel.ts'

describe('memory channels', () => {
  test.for(channelRules)('$name', (rule) => expect(rule.run(memoryChannels)).resolves.toBeUndefined())

  test('the reason of a close reaches the other end', async () => {
    const [left, right] = memoryChannels()
    left.close('enough')
    await new Promise((resolve) => right.closed.addEventListener('abort', resolve))
    expect(right.closed.reason).toBe('enough')
  })

  test('a listener that throws takes nothing from the next message', async () => {
    const [left, right] = memoryChannels()
    const failed = new Promise((resolve) => process.once('uncaughtException', resolve))
    const heard: unknown[] = []
    right.listen((message) => {
      heard.push(message)
      if (heard.length === 1) throw new Error('listener')
    })
    left.post({ n: 1 })
    left.post({ n: 2 })
    await failed
    expect(heard).toEqual([{ n: 1 }, { n: 2 }])
  })
})
