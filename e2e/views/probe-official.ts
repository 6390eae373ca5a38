import {
  App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
} from '@modelcontextprotocol/ext-apps'
import { runProbe, type ViewPackage } from './probe.ts'

// Both Apps receive the same messages and respond alike; their types name the responses differently.
void runProbe({ App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme } as unknown as ViewPackage)
