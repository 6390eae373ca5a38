// One case as a real server by stdio: JSON-RPC by hand, because most of what is broken here no SDK would let through.
import { createInterface } from 'node:readline'
import { createAnswers } from './answers.mjs'

const { app, answer } = await createAnswers(process.argv[2] ?? '')

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.id === undefined) continue
  const words = app.says?.(message.method)
  if (words) process.stdout.write(`${words}\n`)
  process.stdout.write(`${JSON.stringify(answer(message))}\n`)
}
