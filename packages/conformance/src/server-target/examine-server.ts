import type { Target } from '@casement/doctor'
import { examine, type ExamineOptions, type Report } from '../suite/examine.ts'
import { serverChecks } from './server-checks.ts'
import { openServer, type ServerOptions } from './server-subject.ts'

/** Examines a server by its address or command. Rejects when there is nothing to examine: no connection. */
export async function examineServer(target: Target, options: ServerOptions & ExamineOptions = {}): Promise<Report> {
  const { subject, close } = openServer(target, options)
  try {
    await subject.visit('apps')
    return await examine(serverChecks, subject, { ...options, name: options.name ?? nameOf(target) })
  } finally {
    await close()
  }
}

function nameOf(target: Target): string {
  if (target.kind === 'stdio') return [target.command, ...(target.args ?? [])].join(' ')
  const { origin, pathname } = new URL(target.url)
  return `${origin}${pathname}`
}
