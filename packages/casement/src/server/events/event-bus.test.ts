import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres, type PostgresServer } from '../../../../gateway/src/test-support/postgres.ts'
import { memoryEventBus, postgresEventBus, type PostgresClient, type ServerChange } from '../index.ts'

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

describe('over a PostgreSQL server', () => {
  let server: PostgresServer
  let url: string
  beforeAll(async () => {
    server = await startPostgres()
    url = await server.database()
  })
  afterAll(() => server?.stop())

  /** A connection of its own, as every process has. */
  const connect = (): postgres.Sql => {
    const client = postgres(url, { onnotice: () => {} })
    onTestFinished(() => client.end({ timeout: 1 }))
    return client
  }
  const processes = async () => {
    const heard: { where: string; change: ServerChange }[] = []
    const open = async (where: string) => {
      const client = connect()
      const bus = await postgresEventBus(client)
      bus.subscribe((change) => heard.push({ where, change }))
      return { client, bus }
    }
    const [here, there] = await Promise.all([open('here'), open('there')])
    return { here, there, heard }
  }

  test('a change reaches the other process once, and is not told twice to the one that sent it', async () => {
    const { here, there, heard } = await processes()
    here.bus.publish({ kind: 'resource_updated', uri: 'ui://weather/view.html' })
    expect(heard, 'in the process at once').toHaveLength(1)
    await expect.poll(() => heard).toHaveLength(2)
    there.bus.publish(TOOLS)
    await expect.poll(() => heard).toHaveLength(4)
    expect(heard).toEqual([
      { where: 'here', change: { kind: 'resource_updated', uri: 'ui://weather/view.html' } },
      { where: 'there', change: { kind: 'resource_updated', uri: 'ui://weather/view.html' } },
      { where: 'there', change: TOOLS },
      { where: 'here', change: TOOLS },
    ])
  })

  test('a bus that is closed hears no more of the others', async () => {
    const { here, there, heard } = await processes()
    const third = await postgresEventBus(connect())
    const last: ServerChange[] = []
    third.subscribe((change) => last.push(change))
    await here.bus.close()
    there.bus.publish(TOOLS)
    // The first client would have received the event as well by now, because both listen to the same server.
    await expect.poll(() => last).toEqual([TOOLS])
    await connect()`select 1`
    expect(heard).toEqual([{ where: 'there', change: TOOLS }])
  })

  test('a connection that the server cuts is made again, and changes arrive over it', async () => {
    const { here, there, heard } = await processes()
    const cut = await here.client`
      select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and pid <> pg_backend_pid()`
    expect(cut.length).toBeGreaterThan(0)
    // Published until it is heard: when the connection is back is for the client to know.
    await expect
      .poll(() => {
        there.bus.publish(TOOLS)
        return heard.some(({ where }) => where === 'here')
      })
      .toBe(true)
  })
})

test('what others write to the channel is dropped, and a database that is away is reported', async () => {
  const heard: ServerChange[] = []
  const errors: unknown[] = []
  let tell: (payload: string) => void = () => undefined
  const client: PostgresClient = {
    listen: async (_, receive) => {
      tell = receive
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
