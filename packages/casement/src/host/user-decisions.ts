// What a View may do only after the user said so, in one piece: most Views never ask for anything, so most pages never fetch it.
export { askInDialog } from './dialogs/ask-in-dialog.ts'
export { saveFiles } from './save-files.ts'
