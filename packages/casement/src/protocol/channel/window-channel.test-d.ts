import { expectTypeOf, test } from 'vitest'
import type { MessageInlet, PostTarget } from './window-channel.ts'

test('a real window is both something to post to and something to hear with', () => {
  expectTypeOf<Window>().toExtend<PostTarget>()
  expectTypeOf<Window>().toExtend<MessageInlet>()
  expectTypeOf<typeof globalThis>().toExtend<MessageInlet>()
  expectTypeOf<WindowProxy>().toExtend<PostTarget>()
})
