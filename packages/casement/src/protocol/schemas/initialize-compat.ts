import { settleIntroduction } from '../initialize-compat.ts'
import { McpUiAppCapabilitiesSchema } from './app-capabilities.ts'
import { literal, string } from './scalars.ts'
import { looseObject, object, optional, settled } from './structures.ts'

const someInfo = optional(looseObject({ name: optional(string()), version: optional(string()) }))
const someCapabilities = optional(McpUiAppCapabilitiesSchema)

/**
 * `ui/initialize` as hand-written Views send it (4.46): `clientInfo` and `capabilities` as older samples had them, or members
 * missing. A host that opts into this reads with `validate` and gets the strict form; where that is another object than the
 * one that came, something was filled in, and a log should say so.
 */
export const McpUiInitializeRequestCompatSchema = object({
  method: literal('ui/initialize'),
  params: settled(
    looseObject({
      appInfo: someInfo,
      clientInfo: someInfo,
      appCapabilities: someCapabilities,
      capabilities: someCapabilities,
      protocolVersion: optional(string()),
    }),
    settleIntroduction,
  ),
})
