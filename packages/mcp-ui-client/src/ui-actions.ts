import type { UIActionResult } from 'casement/legacy'

/** The action that calls a tool. */
export type UIActionResultToolCall = Extract<UIActionResult, { type: 'tool' }>
/** The action that gives the model a prompt. */
export type UIActionResultPrompt = Extract<UIActionResult, { type: 'prompt' }>
/** The action that opens a link. */
export type UIActionResultLink = Extract<UIActionResult, { type: 'link' }>
/** The action that states an intent of the user. */
export type UIActionResultIntent = Extract<UIActionResult, { type: 'intent' }>
/** The action that notifies the user. */
export type UIActionResultNotification = Extract<UIActionResult, { type: 'notify' }>

/** The kinds of content that `UIResourceRenderer` shows. */
export declare const ALL_RESOURCE_CONTENT_TYPES: readonly ['rawHtml', 'externalUrl', 'remoteDom']
/** A kind of content that `UIResourceRenderer` shows. */
export type ResourceContentType = (typeof ALL_RESOURCE_CONTENT_TYPES)[number]
