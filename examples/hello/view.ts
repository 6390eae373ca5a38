import { connect } from 'casement/view/typed'
import { followHost } from '../shared/follow-host.ts'
import type { app } from './app.ts'

const view = followHost(await connect<typeof app>())
const say = (words = 'Nobody is here'): void => document.querySelector('h1')?.replaceChildren(words)
view.on('greet', { result: (output) => say(output?.greeting), cancelled: () => say() })
