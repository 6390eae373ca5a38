// What is needed once a View does not show, in one piece: it is fetched when there is a failure, and never where there is none.
export { completeCard } from './card/card.ts'
export { explain } from './explain-silence.ts'
