import type { RequestEntry } from '@casement/gateway/api'

/** True while a call has neither a result nor another end. */
export const isUnderWay = ({ status }: RequestEntry): boolean => status === 'streaming' || status === 'running'
