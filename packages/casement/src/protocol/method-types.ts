/** A method that is answered. */
export interface Call<P, R> {
  params: P
  result: R
}

/** A method that is not answered (a JSON-RPC notification). */
export interface Note<P> {
  params: P
}

/** The names in a table that are requests. */
export type Calls<T> = keyof { [M in keyof T as T[M] extends { result: unknown } ? M : never]: 1 } & string
/** The names in a table that are notifications. */
export type Notes<T> = Exclude<keyof T & string, Calls<T>>
/** What a method takes. */
export type Params<T, M extends keyof T> = T[M] extends { params: infer P } ? P : never
/** What a request is answered with. */
export type Result<T, M extends keyof T> = T[M] extends { result: infer R } ? R : never
