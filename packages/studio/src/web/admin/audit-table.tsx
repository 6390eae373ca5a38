import type { AdminAuditRecord } from '@casement/gateway/api'
import type { ReactElement } from 'react'
import { useStudio } from '../studio.ts'
import { createAdminApi } from './admin-api.ts'
import { AdminTable, When } from './admin-table.tsx'
import { useRows } from './use-rows.ts'

const COLUMNS = ['Time', 'User', 'Method', 'Target', 'Decision'] as const

/** The actions of users, newest first, without parameters and results. */
export function AuditTable(): ReactElement {
  const { api } = useStudio()
  const table = useRows<AdminAuditRecord>((last) => createAdminApi(api).audit(last?.id))
  return (
    <AdminTable
      label="Audit log"
      columns={COLUMNS}
      table={table}
      keyOf={({ id }) => id}
      empty="Nothing has been recorded yet."
      cells={({ at, user, method, target, decision }) => [<When key="at" at={at} />, user, method, target, decision]}
    />
  )
}
