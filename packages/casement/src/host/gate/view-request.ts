import type { Implementation } from '../../protocol/schemas/index.ts'
import type { Stage } from '../bridge/lifecycle.ts'
import type { Asked } from './policy.ts'

/**
 * Something that a View asks, as the gate and the audit see it. A class, because there is one for each request: a literal with
 * a getter takes three times as long to make, and slows down everybody who looks at it, because each has a shape of its own.
 */
export class ViewRequest implements Asked {
  readonly app: string
  readonly view: string
  readonly method: string
  readonly params: unknown
  readonly appInfo: Implementation | undefined
  readonly stage: Stage
  declare readonly signal: AbortSignal
  readonly #extra: { readonly signal: AbortSignal }

  // A signal costs more than the rest of a request, so it is made when somebody asks for it. It is a member of its own, because a
  // policy may hand on a copy.
  static readonly #signal: PropertyDescriptor & ThisType<ViewRequest> = {
    enumerable: true,
    get() {
      return this.#extra.signal
    },
  }

  constructor(facts: Omit<Asked, 'signal'>, extra: { readonly signal: AbortSignal }) {
    this.app = facts.app
    this.view = facts.view
    this.method = facts.method
    this.params = facts.params
    this.appInfo = facts.appInfo
    this.stage = facts.stage
    this.#extra = extra
    Object.defineProperty(this, 'signal', ViewRequest.#signal)
  }
}
