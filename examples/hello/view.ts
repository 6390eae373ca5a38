import { connect } from 'casement/view/typed'
import { followHost } from '../shared/follow-host.ts'
import type { app } from './app.ts'

const view = await connect<typeof app>()
followHost(view.app)
view.on('greet', { result: (output) => document.querySelector('h1')?.replaceChildren(output?.greeting ?? 'Nobody is here') })
