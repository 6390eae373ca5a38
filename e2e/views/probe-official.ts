import {
  App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
} from '@modelcontextprotocol/ext-apps'
import { runProbe, type ViewPackage } from './probe.ts'

// Both Apps are told the same and answer alike; their types spell the answers differently.
void runProbe({ App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme } as unknown as ViewPackage)
