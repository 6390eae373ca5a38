import type { StandardSchemaV1 } from '@modelcontextprotocol/client'

/** Accepts every result as it is: a gateway that judges what a server says would break what it does not know yet. */
export const passThrough: StandardSchemaV1<Record<string, unknown>> = {
  '~standard': {
    version: 1,
    vendor: 'casement',
    validate: (value) => ({ value: value as Record<string, unknown> }),
  },
}
