/**
 * `casement/view/openai`: the same App in hosts that only offer `window.openai`.
 *
 * `new App(info, {}, { open: openAnyHost })` detects which kind of host there is.
 * @module
 */
export { openAnyHost, type AnyHostOptions } from './any-host.ts'
export { openaiChannel } from './openai-channel.ts'
export type { OpenAiGlobal } from './openai-global.ts'
