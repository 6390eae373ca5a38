import {
  abroad,
  alone,
  confined,
  declared,
  injected,
  overheard,
  permitted,
  place,
  relay,
  sly,
  undeclared,
  usurped,
} from './proxy-scenes.ts'
import type { ExaminedProxy, Stand } from './stand.ts'

const SCENES = {
  relay,
  place,
  confined,
  permitted,
  undeclared,
  declared,
  injected,
  sly,
  overheard,
  usurped,
  abroad,
  alone,
} as const

type Scenes = typeof SCENES
type SceneName = keyof Scenes
type Seen<Name extends SceneName> = Awaited<ReturnType<Scenes[Name]>>

/** A proxy under examination. Each scene runs once, on first use. */
export interface ProxySubject {
  scene<Name extends SceneName>(name: Name): Promise<Seen<Name>>
}

/** Opens a proxy for examination. */
export function openProxy(proxy: ExaminedProxy, stand: Stand): ProxySubject {
  const played = new Map<SceneName, Promise<unknown>>()
  return {
    scene<Name extends SceneName>(name: Name) {
      const play: (given: { stand: Stand; proxy: ExaminedProxy }) => Promise<unknown> = SCENES[name]
      const scene = played.get(name) ?? play({ stand, proxy })
      played.set(name, scene)
      return scene as Promise<Seen<Name>>
    },
  }
}
