import { vi } from 'vitest'

// Waiting for a condition ends when it holds; how long it may take must not depend on how busy the machine is. Vitest gives up
// after a second and has no setting for it.
const TIMEOUT = 60_000

type Options = Parameters<typeof vi.waitFor>[1]
const patient = (options: Options): Options => (typeof options === 'number' ? options : { timeout: TIMEOUT, ...options })

const { waitFor, waitUntil } = vi
vi.waitFor = (check, options) => waitFor(check, patient(options))
vi.waitUntil = (check, options) => waitUntil(check, patient(options))
