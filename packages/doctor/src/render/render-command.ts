import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { runCommandLine } from '../command-line/run-command-line.ts'
import { theProcess, type CommandContext } from '../command-line/command-context.ts'
import { HELP, readArguments, type RenderCall } from './render-arguments.ts'
import { RenderFailure } from './render-failure.ts'
import { renderView } from './render-view.ts'
import type { RenderedView } from './rendered-view.ts'

const ExitCode = { Rendered: 0, Problem: 1, CouldNotRun: 2 } as const

/** Runs `casement render` and returns its exit code: 0 rendered, 1 rendered with a problem, 2 when there is no picture. */
export async function runRender(argv: readonly string[], context: CommandContext = theProcess()): Promise<number> {
  const { environment } = context
  const read = (): RenderCall | undefined => readArguments(argv, environment)
  const run = (call: RenderCall): Promise<number> => render(call, context)
  return runCommandLine({ name: 'casement render', help: HELP, read, run }, context)
}

async function render(call: RenderCall, { out, err, progress }: CommandContext): Promise<number> {
  const { target, out: file, json, options } = call
  try {
    const view = await renderView(target, { ...options, onProgress: (text) => progress?.(`${text} …`) })
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, view.png)
    progress?.('')
    out(json ? JSON.stringify(reportOf(view, file), undefined, 2) : describe(view, file))
    return view.ok ? ExitCode.Rendered : ExitCode.Problem
  } catch (error) {
    if (!(error instanceof RenderFailure)) throw error
    progress?.('')
    if (json) out(JSON.stringify({ ok: false, error: { code: error.code, message: error.message } }, undefined, 2))
    else err(`casement render: ${error.message} (${error.code})`)
    return ExitCode.CouldNotRun
  }
}

/** The rendered View for programs: the path of the picture in place of its bytes. Messages are left to `casement mcp` and the Studio. */
function reportOf({ png: _png, messages: _messages, ...rest }: RenderedView, picture: string): object {
  return { ...rest, picture }
}

function describe({ tool, size, problems, withheld }: RenderedView, file: string): string {
  const lines = [`${file}: ${tool}, ${size.width} × ${size.height} px`]
  for (const { code, message } of problems) lines.push(`  error ${code}: ${message}`)
  if (withheld.length > 0)
    lines.push(`  note: the View called ${withheld.join(', ')}, which does not declare readOnlyHint; --act permits it`)
  return lines.join('\n')
}
