/** @jsxImportSource solid-js */
import { render } from 'solid-js/web'
import { Forecast } from './forecast.tsx'

const root = document.getElementById('root')
if (root) render(() => <Forecast />, root)
