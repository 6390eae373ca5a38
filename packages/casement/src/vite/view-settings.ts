import { relative } from 'node:path'
import type { EnvironmentOptions, UserConfig } from 'vite'
import { CasementError } from '../protocol/errors.ts'
import type { ViewInput } from './find-views.ts'

// The first browsers with light-dark(). For older ones it is rewritten into something that does not see when a script, as
// `applyDocumentTheme`, changes the scheme.
const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'] as const

/** The Vite options that produce a single file. */
export function viewSettings(views: readonly ViewInput[], user: UserConfig, serving: boolean): UserConfig {
  const [first, ...others] = views
  if (!first) throw new CasementError('INVALID_ARGUMENT', 'casement/vite: views is empty. Name at least one View')
  if (serving) return { appType: 'mpa', server: { cors: user.server?.cors ?? { origin: LOCAL } } }
  const build = (view: ViewInput): NonNullable<EnvironmentOptions['build']> => ({
    assetsInlineLimit: () => true,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    emptyOutDir: view === first && (user.build?.emptyOutDir ?? false),
    copyPublicDir: false,
    target: user.build?.target ?? 'es2022',
    cssTarget: user.build?.cssTarget ?? [...CSS_TARGET],
    rolldownOptions: { input: view.file, output: { codeSplitting: false } },
  })
  return {
    base: './',
    build: build(first),
    // A separate bundle for each View; shared code is in each of them.
    ...(others.length > 0 && {
      builder: {},
      environments: Object.fromEntries(
        others.map((view, index) => [
          `view${index + 2}`,
          { consumer: 'client', build: build(view) } satisfies EnvironmentOptions,
        ]),
      ),
    }),
  }
}

/** Sandboxes on this machine give each View an origin below `localhost`. */
const LOCAL = /^https?:\/\/(?:[^:/]+\.)?(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** Where a page is, from the root, with slashes. */
export const pathFrom = (root: string, file: string): string => relative(root, file).replaceAll('\\', '/')
