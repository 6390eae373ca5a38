import { afterEach, expect, test } from 'vitest'
import type { Channel } from './channel.ts'
import { channelRules } from './channel-contract.ts'
import { portChannel } from './port-channel.ts'

const opened: Channel[] = []
afterEach(() => {
  for (const channel of opened.splice(0)) channel.close()
})

function open(): [Channel, Channel] {
  const { port1, port2 } = new MessageChannel()
  const pair: [Channel, Channel] = [portChannel(port1), portChannel(port2)]
  opened.push(...pair)
  return pair
}

test.for(channelRules)('port channel in a browser: $name', (rule) => expect(rule.run(open)).resolves.toBeUndefined())
