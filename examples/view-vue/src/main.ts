import { createApp } from 'vue'
import Forecast from './Forecast.vue'

createApp(Forecast).mount('#root')
