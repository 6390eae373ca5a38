// Drives the built app as a client would: npm test
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOf } from 'casement/testing'
import { app } from '../dist/app.js'

const client = await clientOf(app)

test('rolls as many dice as it is asked for', async () => {
  const { structuredContent, content } = await client.callTool({ name: 'roll-dice', arguments: { count: 3, sides: 4 } })
  assert.equal(structuredContent.dice.length, 3)
  assert.ok(structuredContent.dice.every((die) => die >= 1 && die <= 4))
  assert.match(content[0].text, /^Rolled \d, \d, \d$/)
})

test('refuses dice that cannot be', async () => {
  const { isError } = await client.callTool({ name: 'roll-dice', arguments: { sides: 1 } })
  assert.equal(isError, true)
})

test('has a View that is complete in itself', async () => {
  const { tools } = await client.listTools()
  const { contents } = await client.readResource({ uri: tools[0]._meta.ui.resourceUri })
  assert.equal(contents[0].mimeType, 'text/html;profile=mcp-app')
  const markup = contents[0].text.replaceAll(/(<script\b[^>]*>)[^]*?<\/script>/g, '$1')
  assert.doesNotMatch(markup, /<(?:script|link)\b[^>]*\s(?:src|href)=/)
})
