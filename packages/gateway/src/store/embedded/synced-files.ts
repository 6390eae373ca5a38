import { fstatSync, fsyncSync, statSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Emscripten = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']

interface FileNode {
  readonly name: string
}

interface FileStream {
  readonly node: FileNode
  /** The file descriptor in Node. */
  readonly nfd: number
}

/** The part of Emscripten's NODEFS that is wrapped. It has no `fsync` of its own: the call succeeds and does nothing. */
interface NodeFileSystem {
  realPath(node: FileNode): string
  tryFSOperation<T>(operation: () => T): T
  readonly stream_ops: {
    write(stream: FileStream, ...rest: unknown[]): number
    close(stream: FileStream): void
    setattr(stream: FileStream, ...rest: unknown[]): void
    fsync?(stream: FileStream): number
  }
  readonly node_ops: Record<'setattr' | 'rename' | 'unlink' | 'rmdir', (...args: unknown[]) => unknown>
}

const WAL_SEGMENT = /^[0-9A-F]{24}$/

/** The files of a cluster, with an `fsync` that reaches the disk. */
export class SyncedFiles extends NodeFS {
  // One write-ahead log is synced for all commits of a group, so its syncs are collected until the group ends.
  readonly #pending = new Map<number, string>()
  /** Bytes written to the write-ahead log since it was last reset. */
  walBytes = 0
  /** The reason of the last failed sync that is not in PostgreSQL's own message. */
  failure: string | undefined

  override async init(...args: Parameters<NodeFS['init']>): Promise<{ emscriptenOpts: Emscripten }> {
    const { emscriptenOpts } = await super.init(...args)
    const wrap = (module: object): void => this.#wrap((module as { NODEFS: NodeFileSystem }).NODEFS)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), wrap] } }
  }

  /** Syncs the write-ahead log. Throws if the file was replaced: a sync of the old file would not be found after a crash. */
  sync(): void {
    for (const [descriptor, path] of this.#pending) {
      fsyncSync(descriptor)
      const isInPlace = statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(descriptor).ino
      if (!isInPlace) {
        this.failure = `The write-ahead log ${path} was removed or replaced while the database was running.`
        // With a code, it reaches PostgreSQL as an input/output error.
        throw Object.assign(new Error(this.failure), { code: 'EIO' })
      }
    }
    this.#pending.clear()
  }

  /** PostgreSQL writes no page before the log of its change is durable. Every other change to the folder therefore syncs the log first. */
  #wrap(files: NodeFileSystem): void {
    const { stream_ops: streams, node_ops: nodes } = files
    const original = { ...streams }
    const syncFirst = (): void => {
      if (this.#pending.size > 0) files.tryFSOperation(() => this.sync())
    }
    streams.fsync = (stream) => {
      if (WAL_SEGMENT.test(stream.node.name)) this.#pending.set(stream.nfd, files.realPath(stream.node))
      else files.tryFSOperation(() => fsyncSync(stream.nfd))
      return 0
    }
    streams.write = (stream, ...rest) => {
      if (!WAL_SEGMENT.test(stream.node.name)) syncFirst()
      const written = original.write(stream, ...rest)
      if (WAL_SEGMENT.test(stream.node.name)) this.walBytes += written
      return written
    }
    streams.close = (stream) => {
      if (this.#pending.has(stream.nfd)) syncFirst()
      original.close(stream)
    }
    streams.setattr = (stream, ...rest) => {
      syncFirst()
      original.setattr(stream, ...rest)
    }
    for (const name of ['setattr', 'rename', 'unlink', 'rmdir'] as const) {
      const operation = nodes[name]
      nodes[name] = (...args) => {
        syncFirst()
        return operation(...args)
      }
    }
  }
}
