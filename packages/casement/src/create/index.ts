/**
 * `casement/create`: starts a project from a template. `casement create` runs it.
 * @module
 */
export { createProject, TEMPLATES, type CreatedProject, type CreateOptions, type Template } from './create-project.ts'
export { runCommand } from './run-command.ts'
