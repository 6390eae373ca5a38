// Runs before a widget that @mcp-ui/server adapted to MCP Apps: its adapter assigns to `parent.postMessage`, which throws where the
// host has another origin, as every host must. It may patch a stand-in instead.
import { replaceParent } from './parent-stand-in.ts'
import { takeSettings } from './settings.ts'

takeSettings()
replaceParent(() => false)
