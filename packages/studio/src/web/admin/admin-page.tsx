import { useEffect, useState, type ReactElement } from 'react'
import { describeFailure } from '../api/api-failure.ts'
import { Notice, Skeleton } from '../design/feedback.tsx'
import { Tabs } from '../design/tabs.tsx'
import { ToastList } from '../shell/toast-list.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { AuditTable } from './audit-table.tsx'
import { ServerTable } from './server-table.tsx'
import { SessionTable } from './session-table.tsx'
import { UserTable } from './user-table.tsx'

/** Users, sessions, servers and audit of a gateway, for its admins. */
export function AdminPage(): ReactElement {
  const studio = useStudio()
  const session = useStore(studio.session)
  const [tab, setTab] = useState('users')
  useEffect(() => void studio.start(), [])
  const isAdmin = session.at === 'ready' && session.info.user.role === 'admin'
  return (
    <div className="admin">
      <header className="admin-head">
        <h1>Administration</h1>
        <p className="quiet">
          Shows who uses the gateway and how much. The content of conversations is never shown. <a href="/">Back to the Studio</a>
        </p>
      </header>
      <main>
        {session.at === 'loading' && <Skeleton height={180} />}
        {session.at === 'failed' && (
          <Notice tone="danger" icon="warning" title="The gateway could not be reached">
            {describeFailure(session.error).message}
          </Notice>
        )}
        {session.at === 'ready' && !isAdmin && (
          <Notice tone="warning" icon="warning" title="This page is for admins">
            You are signed in as {session.info.user.name ?? session.info.user.id}, a member of this gateway.
          </Notice>
        )}
        {isAdmin && (
          <Tabs
            label="Administration"
            value={tab}
            onChange={setTab}
            tabs={[
              { id: 'users', title: 'Users', content: <UserTable self={session.info.user.id} /> },
              { id: 'sessions', title: 'Sessions', content: <SessionTable /> },
              { id: 'servers', title: 'Servers', content: <ServerTable /> },
              { id: 'audit', title: 'Audit', content: <AuditTable /> },
            ]}
          />
        )}
      </main>
      <ToastList />
    </div>
  )
}
