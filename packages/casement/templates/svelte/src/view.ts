import { mount } from 'svelte'
import Dice from './Dice.svelte'

const target = document.getElementById('root')
if (target) mount(Dice, { target })
