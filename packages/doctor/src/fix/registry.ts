import type { FindingCode } from '../catalogue/catalogue.ts'
import type { Fixers } from './fixer.ts'
import { HTML_FIXERS } from './fixers/html-fixers.ts'
import { SCRIPT_FIXERS } from './fixers/script-fixers.ts'
import { SERVER_FIXERS } from './fixers/server-fixers.ts'
import { TOOL_FIXERS } from './fixers/tool-fixers.ts'
import { VIEW_META_FIXERS } from './fixers/view-meta-fixers.ts'

/** The repair of every finding that can be repaired without a decision of the user. */
export const FIXERS: Fixers = { ...SERVER_FIXERS, ...TOOL_FIXERS, ...VIEW_META_FIXERS, ...HTML_FIXERS, ...SCRIPT_FIXERS }

/** True for a code that `--fix` repairs. */
export const hasFixer = (code: FindingCode): boolean => FIXERS[code] !== undefined
