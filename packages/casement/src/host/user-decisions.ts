export { askForConsent } from './dialogs/questions.ts'
export { saveFiles } from './save-files.ts'
