import type { CallEntry } from '@casement/gateway/api'

/** True while a call has neither a result nor another end. */
export const isUnderWay = ({ status }: CallEntry): boolean => status === 'streaming' || status === 'running'
