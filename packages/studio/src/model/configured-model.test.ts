import { expect, test } from 'vitest'
import { configuredModel } from './configured-model.ts'

test('a key in the environment alone configures nothing', () => {
  expect(configuredModel(undefined, { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' })).toBeUndefined()
})

test.each([
  ['anthropic/claude-x', { ANTHROPIC_API_KEY: 'k' }, { provider: 'anthropic', id: 'claude-x', key: 'k', from: '--model' }],
  [
    'openai/gpt-x',
    { OPENAI_API_KEY: 'k' },
    { provider: 'openai-compatible', id: 'gpt-x', key: 'k', baseUrl: 'https://api.openai.com/v1' },
  ],
  ['openai/gpt-x', { OPENAI_BASE_URL: 'http://h/v1' }, { id: 'gpt-x', baseUrl: 'http://h/v1' }],
  [
    'org/llama:8b',
    { CASEMENT_MODEL_URL: 'http://h/v1' },
    { provider: 'openai-compatible', id: 'org/llama:8b', baseUrl: 'http://h/v1' },
  ],
])('%s with %j', (name, environment, expected) => {
  expect(configuredModel(name, environment)).toMatchObject(expected)
})

test('the environment names a model too, and its key goes before the usual one', () => {
  const environment = { CASEMENT_MODEL: 'anthropic/c', CASEMENT_MODEL_KEY: 'mine', ANTHROPIC_API_KEY: 'other' }
  expect(configuredModel(undefined, environment)).toEqual({ from: 'CASEMENT_MODEL', provider: 'anthropic', id: 'c', key: 'mine' })
})

test.each([
  ['anthropic/c', {}, 'ANTHROPIC_API_KEY'],
  ['openai/c', {}, 'OPENAI_API_KEY'],
  ['llama', {}, 'CASEMENT_MODEL_URL'],
  ['llama', { CASEMENT_MODEL_URL: 'ftp://x' }, 'CASEMENT_MODEL_URL'],
])('%s with %j is refused, and says what is missing', (name, environment, missing) => {
  expect(configuredModel(name, environment)).toMatchObject({ message: expect.stringContaining(missing) as string })
})

test('a key of OpenAI does not go to an endpoint that is not named so', () => {
  const found = configuredModel('llama', { CASEMENT_MODEL_URL: 'http://h/v1', OPENAI_API_KEY: 'k' })
  expect(found).not.toHaveProperty('key')
})
