import type { AdminSession } from '@casement/gateway/api'
import type { ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { useStudio } from '../studio.ts'
import { createAdminApi } from './admin-api.ts'
import { AdminTable, When } from './admin-table.tsx'
import { useRows } from './use-rows.ts'

const COLUMNS = ['User', 'Role', 'Browser', 'Signed in', 'Last seen', 'Expires', 'Actions'] as const

/** The browsers that are signed in. */
export function SessionTable(): ReactElement {
  const { api } = useStudio()
  const admin = createAdminApi(api)
  const table = useRows<AdminSession>((last) => admin.sessions(last?.id))
  return (
    <AdminTable
      label="Sessions"
      columns={COLUMNS}
      table={table}
      keyOf={({ id }) => id}
      empty="No browser is signed in. Users who sign in through a proxy have no sessions here."
      cells={({ id, user, name, role, agent, createdAt, lastSeenAt, expiresAt }) => [
        name === null ? user : `${name} (${user})`,
        role,
        agent,
        <When key="created" at={createdAt} />,
        <When key="seen" at={lastSeenAt} />,
        <When key="expires" at={expiresAt} />,
        <Button key="end" size="small" onClick={() => table.change('Session not ended', () => admin.endSession(id))}>
          End session
        </Button>,
      ]}
    />
  )
}
