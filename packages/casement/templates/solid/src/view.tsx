import { render } from 'solid-js/web'
import { Dice } from './dice.tsx'

const root = document.getElementById('root')
if (root) render(() => <Dice />, root)
