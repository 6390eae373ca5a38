import { serve } from 'casement/server'
import { app } from './app.ts'

await serve(app)
