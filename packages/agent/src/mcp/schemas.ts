import { PROFILE_IDS } from 'casement/testing/profiles'
import { z } from 'zod'

const object = z.record(z.string(), z.unknown())

/** The server that a tool works on. */
export const server = z
  .string()
  .optional()
  .describe('The MCP server: its name in mcp.json, or its http(s) URL. Default: the one that casement mcp was started with')

/** The emulated host. */
export const profile = z.enum(PROFILE_IDS).optional().describe('The host to emulate. Default: strict')

/** The call whose View is rendered. */
export const renderedCall = {
  server,
  tool: z.string().describe('The tool whose View is rendered'),
  arguments: object.optional().describe('The arguments of the call. Default: generated from the input schema of the tool'),
  result: object
    .optional()
    .describe('A tool result to show instead of calling the tool, such as one that the tool "call" returned'),
  theme: z.enum(['light', 'dark']).optional(),
  width: z.int().min(1).max(4000).optional().describe('Width of the View in CSS pixels. Default: 720'),
  height: z.int().min(1).max(4000).optional().describe('Largest height of the View in CSS pixels. Default: 900'),
  locale: z.string().optional().describe('Language tag of the user, such as de-DE. Default: en-US'),
  profile,
}

const problem = z.object({ code: z.string(), message: z.string() })

/** The structured result of `render`. */
export const rendering = z.object({
  ok: z.boolean(),
  tool: z.string(),
  resourceUri: z.string(),
  size: z.object({ width: z.number(), height: z.number() }),
  problems: z.array(problem),
  exceptions: z.array(z.string()),
  violations: z.array(z.object({ directive: z.string(), blocked: z.string() })),
  console: z.array(z.object({ level: z.string(), message: z.string() })),
  withheld: z
    .array(z.string())
    .describe('Tool calls of the View that were blocked because the tools do not declare readOnlyHint'),
  accessibilityTree: z.string(),
})

/** The structured result of `doctor`. */
export const diagnosis = z.object({
  ok: z.boolean(),
  address: z.string(),
  notices: z.array(z.string()),
  findings: z.array(
    z.object({
      code: z.string(),
      severity: z.enum(['error', 'warning', 'hint']),
      cause: z.string(),
      evidence: z.string(),
      fix: z.string(),
      sample: z.string(),
      tool: z.string().optional(),
      resourceUri: z.string().optional(),
    }),
  ),
})

/** The structured result of `trace`. */
export const messages = z.object({
  ok: z.boolean(),
  problems: z.array(problem),
  messages: z.array(z.object({ direction: z.enum(['to-view', 'from-view']), message: object, refused: z.string().optional() })),
})

/** The structured result of `conformance`. */
export const verdicts = z.object({
  ok: z.boolean(),
  subject: z.string(),
  counts: z.record(z.string(), z.number()),
  broken: z.array(z.object({ id: z.string(), title: z.string(), level: z.string(), verdict: z.string(), reason: z.string() })),
})

/** The structured result of `search_docs`. */
export const sections = z.object({
  sections: z.array(z.object({ page: z.string(), heading: z.string(), excerpt: z.string() })),
})
