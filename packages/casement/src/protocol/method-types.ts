/** A method with a response. */
export interface RequestDef<P, R> {
  params: P
  result: R
}

/** A method without a response. */
export interface NotificationDef<P> {
  params: P
}

/** The names of a table's requests. */
export type RequestMethod<T> = keyof { [M in keyof T as T[M] extends { result: unknown } ? M : never]: 1 } & string
/** The names of a table's notifications. */
export type NotificationMethod<T> = Exclude<keyof T & string, RequestMethod<T>>
/** The params of a method. */
export type Params<T, M extends keyof T> = T[M] extends { params: infer P } ? P : never
/** The result of a request. */
export type Result<T, M extends keyof T> = T[M] extends { result: infer R } ? R : never
