/** A method that is answered. */
export interface RequestDef<P, R> {
  params: P
  result: R
}

/** A method that is not answered (a JSON-RPC notification). */
export interface NotificationDef<P> {
  params: P
}

/** The names in a table that are requests. */
export type RequestMethod<T> = keyof { [M in keyof T as T[M] extends { result: unknown } ? M : never]: 1 } & string
/** The names in a table that are notifications. */
export type NotificationMethod<T> = Exclude<keyof T & string, RequestMethod<T>>
/** What a method takes. */
export type Params<T, M extends keyof T> = T[M] extends { params: infer P } ? P : never
/** What a request is answered with. */
export type Result<T, M extends keyof T> = T[M] extends { result: infer R } ? R : never
