import type { Declared } from '../attacks/attack.ts'

/** A View on its way into a host: its HTML, and what its server declares about it. */
export interface HostileResource extends Declared {
  readonly html: string
}

/** The View that a host shows for one attack. */
export interface Scene {
  readonly attacker: HostileResource
  /** The HTML of another app's View, shown first. */
  readonly victim?: string | undefined
  /** The HTML of the next View of the attacker's app. */
  readonly next?: string | undefined
  /** The secrets of the host and its servers that the attacker must not read. */
  readonly secret: string
  /** For hosts with their own dialogs: whether the user reads and accepts them. */
  readonly asks?: { readonly agrees: boolean } | undefined
  /** True where declared domains become a policy by plain concatenation, in a host that is weak. */
  readonly naivePolicy: boolean
  /** True where the host's lazy chunk cannot be loaded. */
  readonly chunkMissing: boolean
}

/** A host that attacks are run against. */
export interface AttackedHost {
  readonly name: string
  /** The origin of its page. */
  readonly origin: string
  /** Sets a scene and returns the address of the page that shows it. */
  stage(id: string, scene: Scene): string
  /** Paths that an attack requested from the host's own server: those that start with `/stolen/<id>`. */
  stolen(id: string): readonly string[]
  close(): Promise<void>
}

/** The page of a host, with the field that the user writes in and a place for each View. */
export const hostHtml = (
  scripts: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>host</title>
<style>body{margin:0}#attacker,#next,#victim{width:400px;height:300px}iframe{border:0;width:400px;height:300px}</style></head>
<body><input id="composer" autofocus><div id="attacker"></div><div id="victim"></div><div id="next"></div><div style="height:3000px"></div>${scripts}</body></html>`
