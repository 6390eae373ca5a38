export { askForConsent } from './dialogs/questions.ts'
export { saveFiles } from './dialogs/save-files.ts'
