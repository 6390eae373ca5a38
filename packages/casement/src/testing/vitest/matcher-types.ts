import type { DiagnosisCode } from '../../host/card/stages.ts'
import type { RequestMethod, NotificationMethod, Params } from '../../protocol/method-types.ts'
import type { ViewToHost } from '../../protocol/methods.ts'
import type { Expected, Patience } from '../matchers.ts'

/** The matchers of `expect(app)` after `expect.extend(casementMatchers)`. */
export interface CasementMatchers<R = unknown> {
  /** The View sent this request, with at least these params. */
  toHaveRequested<M extends RequestMethod<ViewToHost>>(
    method: M,
    params?: Expected<Params<ViewToHost, M>>,
    patience?: Patience,
  ): Promise<R>
  /** The View sent this notification, with at least these params. */
  toHaveNotified<M extends NotificationMethod<ViewToHost>>(
    method: M,
    params?: Expected<Params<ViewToHost, M>>,
    patience?: Patience,
  ): Promise<R>
  /** The View is connected and has its data. */
  toBeReady(patience?: Patience): Promise<R>
  /** The View does not show, for this reason. */
  toShowDiagnosis(code: DiagnosisCode, patience?: Patience): Promise<R>
}

declare module 'vitest' {
  // That is how Vitest learns of matchers.
  interface Matchers<T> extends CasementMatchers<T> {}
}
