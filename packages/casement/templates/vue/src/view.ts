import { createApp } from 'vue'
import Dice from './Dice.vue'

createApp(Dice).mount('#root')
