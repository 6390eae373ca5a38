import { mount } from 'svelte'
import Forecast from './Forecast.svelte'

const target = document.getElementById('root')
if (target) mount(Forecast, { target })
