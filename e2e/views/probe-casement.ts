import { App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme } from 'casement/view'
import { runProbe } from './probe.ts'

void runProbe({ App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme })
