import type { z } from 'zod'
import type { rendering } from '../../mcp/schemas.ts'
import { element, folded, list, showResult } from '../show-result.ts'

await showResult('Rendered View', ({ content, structuredContent }) => {
  // The server validates its result by this schema.
  const { tool, size, problems, console, accessibilityTree } = structuredContent as z.infer<typeof rendering>
  const picture = content.find((block) => block.type === 'image')
  const image = document.createElement('img')
  image.alt = `Picture of the View of ${tool}`
  if (picture?.type === 'image') image.src = `data:${picture.mimeType};base64,${picture.data}`
  image.width = size.width
  const summary =
    problems.length === 0 ? element('p', 'No problems', 'ok') : element('p', `${problems.length} problem(s)`, 'error')
  return [
    element('h1', tool),
    element('p', `${size.width} × ${size.height} px`, 'quiet'),
    summary,
    list(problems.map(({ code, message }) => ({ title: code, kind: 'error', lines: [message] }))),
    image,
    folded('Accessibility tree', accessibilityTree),
    ...(console.length > 0
      ? [folded(`Console (${console.length})`, console.map(({ level, message }) => `${level} ${message}`).join('\n'))]
      : []),
  ]
})
