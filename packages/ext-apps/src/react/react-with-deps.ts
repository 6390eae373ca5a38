/** The React entry in one file, except for React itself. */
export * from './index.ts'
