import { clientOf } from 'casement/testing'
import { expect, test } from 'vitest'
import { app } from '../src/app.ts'

const client = await clientOf(app)

test('rolls as many dice as requested', async () => {
  const { structuredContent, content } = await client.callTool({ name: 'roll-dice', arguments: { count: 3, sides: 4 } })
  const { dice } = structuredContent as { dice: number[] }
  expect(dice).toHaveLength(3)
  expect(dice.every((die) => die >= 1 && die <= 4)).toBe(true)
  expect(content).toEqual([{ type: 'text', text: `Rolled ${dice.join(', ')}` }])
})

test('rejects a die with one side', async () => {
  expect(await client.callTool({ name: 'roll-dice', arguments: { sides: 1 } })).toMatchObject({ isError: true })
})
