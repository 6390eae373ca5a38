import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Forecast } from './forecast.tsx'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Forecast />
    </StrictMode>,
  )
}
