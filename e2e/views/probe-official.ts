import {
  App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
} from '@modelcontextprotocol/ext-apps'
import { runProbe } from './probe.ts'

void runProbe({ App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme })
