/** The main entry in one file, to be inlined into HTML or loaded by URL. */
export * from './app.ts'
