import { applyEdits, inOrder, type Edit } from './edits.ts'

const CONTEXT = 3

interface Range {
  /** The first line that changes, from 0. */
  first: number
  /** The last one. */
  last: number
  readonly edits: Edit[]
}

/** Formats edits as a unified diff for `git apply`. */
export function unifiedDiff(path: string, text: string, edits: readonly Edit[]): string {
  const lines = text.split('\n')
  const starts = lineStarts(lines)
  let shift = 0
  const hunks = rangesOf(starts, edits).map((range) => {
    const { hunk, grown } = hunkOf(lines, starts, range, shift)
    shift += grown
    return hunk
  })
  return [`--- a/${path}`, `+++ b/${path}`, ...hunks].join('\n')
}

/** A file that was not there, as a diff. */
export function newFileDiff(path: string, text: string): string {
  const lines = text.trimEnd().split('\n')
  return ['--- /dev/null', `+++ b/${path}`, `@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`)].join('\n')
}

function lineStarts(lines: readonly string[]): number[] {
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1)
  return starts
}

const lineAt = (starts: readonly number[], offset: number): number => starts.findLastIndex((start) => start <= offset)

/** Changes with touching context are shown together. */
function rangesOf(starts: readonly number[], edits: readonly Edit[]): Range[] {
  const ranges: Range[] = []
  for (const edit of inOrder(edits)) {
    const [first, last] = [lineAt(starts, edit.start), lineAt(starts, edit.end)]
    const before = ranges.at(-1)
    if (before && first <= before.last + 2 * CONTEXT) {
      before.last = Math.max(before.last, last)
      before.edits.push(edit)
    } else ranges.push({ first, last, edits: [edit] })
  }
  return ranges
}

function hunkOf(
  lines: readonly string[],
  starts: readonly number[],
  { first, last, edits }: Range,
  shift: number,
): { hunk: string; grown: number } {
  const base = starts[first] ?? 0
  const old = lines.slice(first, last + 1)
  const local = edits.map(({ start, end, text }) => ({ start: start - base, end: end - base, text }))
  const changed = applyEdits(`${old.join('\n')}\n`, local)
    .split('\n')
    .slice(0, -1)
  const before = lines.slice(Math.max(0, first - CONTEXT), first)
  // Text after the last line break is not a line.
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length
  const after = lines.slice(last + 1, Math.min(end, last + 1 + CONTEXT))
  const oldCount = before.length + old.length + after.length
  const newCount = before.length + changed.length + after.length
  const at = first - before.length + 1
  const hunk = [
    `@@ -${at},${oldCount} +${at + shift},${newCount} @@`,
    ...before.map((line) => ` ${line}`),
    ...changesOf(old, changed),
    ...after.map((line) => ` ${line}`),
  ]
  return { hunk: hunk.join('\n'), grown: newCount - oldCount }
}

/** Computes removed and added lines by the longest common subsequence. Changes span few lines, so a table of all pairs is fast enough. */
function changesOf(old: readonly string[], changed: readonly string[]): string[] {
  const kept = old.map(() => changed.map(() => 0))
  const most = (i: number, j: number): number => kept[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = changed.length - 1; j >= 0; j--) {
      const row = kept[i]
      if (row) row[j] = old[i] === changed[j] ? most(i + 1, j + 1) + 1 : Math.max(most(i + 1, j), most(i, j + 1))
    }
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < changed.length) {
    if (i < old.length && old[i] === changed[j]) {
      lines.push(` ${old[i++]}`)
      j++
    } else if (i < old.length && (j >= changed.length || most(i + 1, j) >= most(i, j + 1))) lines.push(`-${old[i++]}`)
    else lines.push(`+${changed[j++]}`)
  }
  return lines
}
