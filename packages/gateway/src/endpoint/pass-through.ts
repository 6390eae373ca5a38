import type { StandardSchemaV1 } from '@modelcontextprotocol/client'

/** Accepts every result unchanged: a gateway that validates results would break newer ones. */
export const passThrough: StandardSchemaV1<Record<string, unknown>> = {
  '~standard': {
    version: 1,
    vendor: 'casement',
    validate: (value) => ({ value: value as Record<string, unknown> }),
  },
}
