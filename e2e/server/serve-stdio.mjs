// Serves the weather by stdio, as a client starts it.
import { serve } from 'casement/server'
import { weatherApp } from './weather.mjs'

await serve(weatherApp)
