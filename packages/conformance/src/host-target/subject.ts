import { isDeepStrictEqual } from 'node:util'
import { type Check, fail, type Outcome } from '../suite/check.ts'
import type { ProbeEntry } from './probe.ts'
import { openSitting, type Sitting, type SittingRoom } from './sitting.ts'

/** The observations of a scene. They are meaningless if the View was not shown. */
export interface Facts {
  readonly shown: boolean
}

/** Something that is played with a host, from which several checks read. */
export type Scene<F extends Facts> = (sitting: Sitting) => Promise<F>

/** A host under examination. Every scene is played once, however many checks read from it. */
export interface HostSubject {
  play<F extends Facts>(scene: Scene<F>): Promise<F>
}

/** A check that runs inside a View. */
export type HostCheck = Check<HostSubject>

/** A host that scenes can be played with. */
export function makeHostSubject(room: SittingRoom): HostSubject {
  const played = new Map<unknown, Promise<Facts>>()
  return {
    play<F extends Facts>(scene: Scene<F>): Promise<F> {
      const known = played.get(scene) ?? playOnce(room, scene)
      played.set(scene, known)
      return known as Promise<F>
    },
  }
}

async function playOnce<F extends Facts>(room: SittingRoom, scene: Scene<F>): Promise<F> {
  const sitting = await openSitting(room)
  try {
    return await scene(sitting)
  } finally {
    await sitting.close()
  }
}

/** A check without its plumbing: stable and a MUST unless it says otherwise. */
export interface Row<F extends Facts>
  extends Omit<HostCheck, 'run' | 'tag' | 'level'>, Partial<Pick<HostCheck, 'tag' | 'level'>> {
  readonly judge: (facts: F) => Outcome
}

/** Makes checks of the rows that read from one scene. A View that is not shown breaks them all. */
export const checksIn = <F extends Facts>(scene: Scene<F>, rows: readonly Row<NoInfer<F>>[]): HostCheck[] =>
  rows.map(({ judge, ...row }) => ({
    tag: 'stable',
    level: 'must',
    ...row,
    async run(subject) {
      const facts = await subject.play(scene)
      return facts.shown ? judge(facts) : fail('the View did not get through the handshake', row.title)
    },
  }))

/** A parsed message. */
export type Message = ProbeEntry['message']

/** The messages that the View received for one method, in order. */
export const heardOf = (entries: readonly ProbeEntry[], method: string): Message[] =>
  entries.filter(({ what, message }) => what === 'heard' && message?.['method'] === method).map(({ message }) => message)

/** The index of the first message of a method; -1 if there is none. */
export const indexOf = (entries: readonly ProbeEntry[], what: ProbeEntry['what'], method: string): number =>
  entries.findIndex((entry) => entry.what === what && entry.message?.['method'] === method)

/** True for the same JSON, whatever the order of its members. */
export const same = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other)

/** The value as an object; an empty object for other values. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
