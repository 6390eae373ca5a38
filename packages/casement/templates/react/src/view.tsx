import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Dice } from './dice.tsx'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Dice />
    </StrictMode>,
  )
