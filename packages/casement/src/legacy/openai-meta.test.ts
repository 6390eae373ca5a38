import { describe, expect, test } from 'vitest'
import { fromOpenAiResourceMeta, fromOpenAiToolMeta, toOpenAiResourceMeta, toOpenAiToolMeta } from './openai-meta.ts'

describe('openai/* metadata (R-326)', () => {
  const resource = {
    'openai/widgetCSP': {
      connect_domains: ['https://api.example'],
      resource_domains: ['https://cdn.example'],
      frame_domains: ['https://f.example'],
    },
    'openai/widgetDomain': 'https://app.example',
    'openai/widgetPrefersBorder': true,
  }
  const ui = {
    csp: {
      connectDomains: ['https://api.example'],
      resourceDomains: ['https://cdn.example'],
      frameDomains: ['https://f.example'],
    },
    domain: 'https://app.example',
    prefersBorder: true,
  }

  test('of a resource is translated in and out', () => {
    expect(fromOpenAiResourceMeta(resource)).toEqual(ui)
    expect(toOpenAiResourceMeta(ui)).toEqual(resource)
    expect(fromOpenAiResourceMeta(toOpenAiResourceMeta({}))).toEqual({})
  })

  test.each([
    [{ 'openai/outputTemplate': 'ui://a' }, { resourceUri: 'ui://a' }],
    [{ 'openai/widgetAccessible': true }, { visibility: ['model', 'app'] }],
    [{ 'openai/widgetAccessible': true, 'openai/visibility': 'private' }, { visibility: ['app'] }],
    [{ 'openai/widgetAccessible': false, 'openai/visibility': 'public' }, { visibility: ['model'] }],
    [{ 'openai/widgetAccessible': false, 'openai/visibility': 'private' }, { visibility: [] }],
  ] as const)('of a tool: %j is %j', (theirs, meant) => {
    expect(fromOpenAiToolMeta(theirs)).toEqual(meant)
    expect(fromOpenAiToolMeta(toOpenAiToolMeta(meant))).toEqual(meant)
  })

  test('that is broken is left out, piece by piece', () => {
    expect(
      fromOpenAiResourceMeta({
        'openai/widgetCSP': { connect_domains: ['https://a', 7], resource_domains: 'x' },
        'openai/widgetDomain': 3,
      }),
    ).toEqual({ csp: { connectDomains: ['https://a'] } })
    expect(fromOpenAiToolMeta({ 'openai/outputTemplate': 7 })).toEqual({})
  })
})
