import type { AuditEvent, ConsentStore, StateStore } from 'casement/host'
import type { GatewayApi } from '../api/gateway-api.ts'

/** The state of Views, stored by the gateway by View id. */
export function gatewayState(api: GatewayApi): StateStore {
  return {
    read: async ({ view }) => ({ ...(await api.viewState(view)) }),
    write: ({ view }, key, entry) => api.putViewState(view, key, entry),
  }
}

/** Consent decisions for apps, stored by the gateway. */
export function gatewayConsent(api: GatewayApi): ConsentStore {
  return {
    get: (app, kind) => api.consent(app, kind),
    set: (app, kind, level) => api.putConsent({ app, kind, level, at: Date.now() }),
  }
}

const BATCH_MS = 400

/** Sends audit events in batches, so that a busy View costs few requests. Unsent events are sent with the next batch. */
export function auditSender(api: GatewayApi, conversation: string): (event: AuditEvent) => void {
  let waiting: AuditEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = async (): Promise<void> => {
    timer = undefined
    const batch = waiting
    waiting = []
    await api.addAudit(conversation, batch).catch(() => {
      waiting = [...batch, ...waiting]
    })
  }
  return (event) => {
    waiting.push(event)
    timer ??= setTimeout(() => void send(), BATCH_MS)
  }
}
