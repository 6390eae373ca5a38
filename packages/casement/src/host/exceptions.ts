// What is needed only where something is not as it should be, in one piece: a resource that takes a second look, a View that does not show.
export { completeCard } from './card/card.ts'
export { explain } from './card/explain-silence.ts'
export { mayHoldView } from './server/legacy-views.ts'
export { readToolUi } from '../protocol/resource/tool-ui.ts'
export { embeddedView, readUnusual, whyUnread } from './server/unusual-resource.ts'
