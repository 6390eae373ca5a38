import { expect, test } from 'vitest'
import { compareAppMimeType, isAppMimeType } from './mime-type.ts'

// Casement writes the exact string and accepts equivalent spellings.
test.each([
  ['text/html;profile=mcp-app', 'exact'],
  ['text/html; profile=mcp-app', 'equal'],
  ['text/html ;profile=mcp-app', 'equal'],
  ['TEXT/HTML;Profile=mcp-app', 'equal'],
  ['text/html;profile="mcp-app"', 'equal'],
  ['text/html;profile="mcp\\-app"', 'equal'],
  ['text/html;profile=mcp-app;charset=utf-8', 'equal'],
  ['text/html; charset="UTF-8"; profile=mcp-app ', 'equal'],
  ['text/html', 'other'],
  ['text/html;', 'other'],
  ['text/html;profile=', 'other'],
  ['text/html;profile=MCP-APP', 'other'],
  ['text/html;profile=mcp-app2', 'other'],
  ['text/html;profile=mcp-app,x', 'other'],
  ['text/html;profile=mcp-app;profile=mcp-app', 'other'],
  ['text/html;profile=mcp-app;charset=latin1', 'other'],
  ['text/html;profile=mcp-app;level=2', 'other'],
  ['text/html;profile="mcp-app', 'other'],
  ['text/html;profile = mcp-app', 'other'],
  ['text/html;__proto__=mcp-app', 'other'],
  ['text/html+mcp', 'other'],
  ['text/html+skybridge', 'other'],
  ['text/plain;profile=mcp-app', 'other'],
  [`text/html;${' '.repeat(300)}profile=mcp-app`, 'other'],
  ['', 'other'],
  [undefined, 'other'],
  [null, 'other'],
  [['text/html;profile=mcp-app'], 'other'],
])('%j is %s', (mimeType, verdict) => {
  expect(compareAppMimeType(mimeType)).toBe(verdict)
  expect(isAppMimeType(mimeType)).toBe(verdict !== 'other')
})
