/** The name of a frame that only shows whether the View's process runs. The View's own code does not run in it. */
export const PROBE = 'dev.casement/probe'
