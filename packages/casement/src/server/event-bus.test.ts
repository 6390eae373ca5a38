import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { memoryEventBus, postgresEventBus, type PostgresClient, type ServerChange } from './index.ts'

const TOOLS: ServerChange = { kind: 'tools_list_changed' }

test('a change reaches every listener in the process until it leaves', () => {
  const heard: string[] = []
  const bus = memoryEventBus()
  const leave = bus.subscribe(({ kind }) => heard.push(`a ${kind}`))
  bus.subscribe(({ kind }) => heard.push(`b ${kind}`))
  bus.publish(TOOLS)
  leave()
  bus.publish(TOOLS)
  expect(heard).toEqual(['a tools_list_changed', 'b tools_list_changed', 'b tools_list_changed'])
})

/** A real PostgreSQL within the process, with the two calls of the package `postgres`. */
function clientOf(database: PGlite): PostgresClient {
  return {
    listen: async (channel, hear) => {
      const unlisten = await database.listen(channel, hear)
      return { unlisten }
    },
    notify: (channel, payload) => database.query('select pg_notify($1, $2)', [channel, payload]),
  }
}

test('a change crosses PostgreSQL once, and is not told twice to those who sent it', async () => {
  const database = new PGlite()
  const client = clientOf(database)
  const [here, there] = await Promise.all([postgresEventBus(client), postgresEventBus(client)])
  const heard: { where: string; change: ServerChange }[] = []
  here.subscribe((change) => heard.push({ where: 'here', change }))
  there.subscribe((change) => heard.push({ where: 'there', change }))
  here.publish({ kind: 'resource_updated', uri: 'ui://weather/view.html' })
  expect(heard, 'in the process at once').toHaveLength(1)
  await expect.poll(() => heard).toHaveLength(2)
  there.publish(TOOLS)
  await expect.poll(() => heard).toHaveLength(4)
  expect(heard).toEqual([
    { where: 'here', change: { kind: 'resource_updated', uri: 'ui://weather/view.html' } },
    { where: 'there', change: { kind: 'resource_updated', uri: 'ui://weather/view.html' } },
    { where: 'there', change: TOOLS },
    { where: 'here', change: TOOLS },
  ])
  await here.close()
  there.publish(TOOLS)
  await database.query('select 1')
  expect(heard).toHaveLength(5)
  await there.close()
  await database.close()
})

test('what others write to the channel is dropped, and a database that is away is reported', async () => {
  const heard: ServerChange[] = []
  const errors: unknown[] = []
  let tell: (payload: string) => void = () => undefined
  const client: PostgresClient = {
    listen: async (_, hear) => {
      tell = hear
      return { unlisten: async () => undefined }
    },
    notify: async () => {
      throw new Error('away')
    },
  }
  const bus = await postgresEventBus(client, { onerror: (error) => errors.push(error) })
  bus.subscribe((change) => heard.push(change))
  for (const payload of ['', 'null', '[]', '{"kind":"format_disk"}', '{"kind":"resource_updated","uri":7}']) tell(payload)
  expect(heard).toEqual([])
  bus.publish(TOOLS)
  expect(heard).toEqual([TOOLS])
  await expect.poll(() => errors).toEqual([new Error('away')])
})
