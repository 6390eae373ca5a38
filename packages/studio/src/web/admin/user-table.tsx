import type { AdminUser } from '@casement/gateway/api'
import { useState, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Badge } from '../design/feedback.tsx'
import { formatCount, formatSize } from '../limits/format-size.ts'
import { useStudio } from '../studio.ts'
import { createAdminApi } from './admin-api.ts'
import { AdminTable, When } from './admin-table.tsx'
import { useRows, type Rows } from './use-rows.ts'

const COLUMNS = ['User', 'Conversations', 'Views', 'Storage', 'Sessions', 'Tokens', 'Last seen', 'Actions'] as const

/** The users of the gateway with their usage. */
export function UserTable({ self }: { readonly self: string }): ReactElement {
  const { api } = useStudio()
  const table = useRows<AdminUser>((last) => createAdminApi(api).users(last?.user))
  return (
    <AdminTable
      label="Users"
      columns={COLUMNS}
      table={table}
      keyOf={({ user }) => user}
      empty="There are no users yet."
      cells={(row) => [
        <UserName key="user" {...row} />,
        formatCount(row.usage.conversations.used),
        formatCount(row.usage.views.used),
        formatSize(row.usage.bytes.used),
        row.sessions,
        row.tokens,
        <When key="seen" at={row.lastSeenAt} />,
        row.user === self ? <span key="self">You</span> : <Actions key="actions" row={row} table={table} />,
      ]}
    />
  )
}

const UserName = ({ user, isBlocked }: AdminUser): ReactElement => (
  <>
    {user} {isBlocked && <Badge tone="danger">Access revoked</Badge>}
  </>
)

function Actions({
  row: { user, isBlocked },
  table,
}: {
  readonly row: AdminUser
  readonly table: Rows<AdminUser>
}): ReactElement {
  const { api } = useStudio()
  const admin = createAdminApi(api)
  const [asking, setAsking] = useState<'block' | 'delete'>()
  const close = (): void => setAsking(undefined)
  const decide = (title: string, work: () => Promise<void>): void => {
    close()
    table.change(title, work)
  }
  return (
    <span className="admin-actions">
      {isBlocked ? (
        <Button size="small" onClick={() => table.change('Access not restored', () => admin.unblock(user))}>
          Restore access
        </Button>
      ) : (
        <Button size="small" onClick={() => setAsking('block')}>
          Revoke access
        </Button>
      )}
      <Button size="small" look="danger" onClick={() => setAsking('delete')}>
        Delete data
      </Button>
      <Dialog
        open={asking === 'block'}
        onClose={close}
        title={`Revoke the access of ${user}?`}
        description="Sessions and tokens end immediately, on all nodes. The user cannot sign in until you restore access. Nothing is deleted."
      >
        <div className="dialog-actions">
          <Button onClick={close}>Cancel</Button>
          <Button look="danger" onClick={() => decide('Access not revoked', () => admin.block(user))}>
            Revoke access
          </Button>
        </div>
      </Dialog>
      <Dialog
        open={asking === 'delete'}
        onClose={close}
        title={`Delete all data of ${user}?`}
        description="Conversations, View state, consent, connections to servers, tokens and the audit log of the user. This cannot be undone."
      >
        <div className="dialog-actions">
          <Button onClick={close}>Cancel</Button>
          <Button look="danger" onClick={() => decide('Not deleted', () => admin.deleteUser(user))}>
            Delete all data
          </Button>
        </div>
      </Dialog>
    </span>
  )
}
