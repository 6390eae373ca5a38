import { allowAttribute, grantedFeatures } from '../../protocol/policy/permissions.ts'
import type { McpUiResourcePermissions } from '../../protocol/schemas/index.ts'

/** The `allow` attribute for the permissions of a resource, as the official package writes it. */
export const buildAllowAttribute = (permissions: McpUiResourcePermissions | undefined): string =>
  allowAttribute(grantedFeatures(permissions ?? {}, []))
