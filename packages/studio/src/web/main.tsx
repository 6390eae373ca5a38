import { Tooltip } from '@base-ui/react/tooltip'
import { createRoot } from 'react-dom/client'
import { followAddress, followNewAddresses } from './chat/deep-link.ts'
import { ErrorBoundary } from './design/error-boundary.tsx'
import { openRecording } from './recording/open-recording.ts'
import { lazy, Suspense, type ReactElement } from 'react'
import { Shell } from './shell/shell.tsx'
import { createStudio, StudioProvider } from './studio.ts'

const root = document.querySelector('#root')
if (!root) throw new Error('main: the page has no #root')
// A conversation that is begun writes its own address.
const { hash, search } = location
const query = new URLSearchParams(search)
const SharedPage = lazy(async () => ({ default: (await import('./sharing/shared-page.tsx')).SharedPage }))
const AdminPage = lazy(async () => ({ default: (await import('./admin/admin-page.tsx')).AdminPage }))

/** The page that the address names. */
function Page(): ReactElement {
  const link = query.get('shared')
  if (link !== null) return <SharedPage link={link} />
  return query.has('admin') ? <AdminPage /> : <Shell />
}

const studio = createStudio()
createRoot(root).render(
  <StudioProvider value={studio}>
    <Tooltip.Provider delay={400}>
      <ErrorBoundary>
        <Suspense>
          <Page />
        </Suspense>
      </ErrorBoundary>
    </Tooltip.Provider>
  </StudioProvider>,
)
if (!query.has('shared') && !query.has('admin')) {
  followNewAddresses(studio)
  if (query.has('recording')) void openRecording(studio)
  // The gateway knows who led here: a link from another site must not call tools in the name of the user.
  const isTrusted = document.querySelector<HTMLMetaElement>('meta[name="casement-link"]')?.content === 'run'
  await followAddress(studio, { hash, search, isTrusted })
}
