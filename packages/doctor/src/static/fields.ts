/** An object with unknown members. */
export type Fields = Readonly<Record<string, unknown>>

/** True for an object that is no array. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object, or an empty one. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** The objects of a list, or none. */
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** A string unchanged, any other value as JSON. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : show(value))

/** A value as evidence. */
export const show = (value: unknown): string => JSON.stringify(value) ?? 'undefined'
