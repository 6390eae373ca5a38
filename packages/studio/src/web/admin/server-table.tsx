import type { ReactElement } from 'react'
import { useStudio } from '../studio.ts'
import { createAdminApi } from './admin-api.ts'
import { AdminTable } from './admin-table.tsx'
import { useRows } from './use-rows.ts'

interface ServerRow {
  readonly name: string
  readonly user: string | undefined
  readonly status: string
}

const COLUMNS = ['Server', 'Connection of', 'State'] as const

/** The connections to servers on the node that responds: those that all users share, and those of each user. */
export function ServerTable(): ReactElement {
  const { api } = useStudio()
  const table = useRows<ServerRow>(async (last) => {
    if (last) return []
    const { shared, users } = await createAdminApi(api).servers()
    const own = users.flatMap(({ user, servers }) => servers.map((server) => ({ ...server, user })))
    return [...shared.map(({ name, state }) => ({ name, user: undefined, status: state.status })), ...own]
  })
  return (
    <AdminTable
      label="Servers"
      columns={COLUMNS}
      table={table}
      keyOf={({ name, user = '' }) => `${name} ${user}`}
      empty="No server is connected."
      cells={({ name, user, status }) => [name, user ?? 'all users', status]}
    />
  )
}
