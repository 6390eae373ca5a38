import { describe, expect, test } from 'vitest'
import { INTRODUCTION, settled, stage } from '../test-support/staged.ts'

describe('a View that navigates', () => {
  test('to a document that has not spoken hears nothing', async () => {
    const { bridge, post, shake, notes } = await stage()
    await shake()
    post({ method: 'dev.casement/sandbox/navigated', params: {} })
    await settled()
    await bridge.sendToolInput({ arguments: {} })
    expect([bridge.stage, notes()]).toEqual(['loading', []])
    await shake()
    expect(notes()).toEqual(['ui/notifications/tool-input'])
  })

  test('to a document that spoke before its load event goes on', async () => {
    const { bridge, post, shake } = await stage()
    await shake()
    post({ id: 1, method: 'ui/initialize', params: INTRODUCTION })
    post({ method: 'ui/notifications/initialized' })
    post({ method: 'dev.casement/sandbox/navigated', params: {} })
    await settled()
    expect(bridge.stage).toBe('ready')
  })
})
