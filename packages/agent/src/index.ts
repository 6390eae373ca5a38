/**
 * `@casement/agent`: Casement for coding agents. `casement mcp` and `casement skills` run it.
 * @module
 */
export { createAgentApp, type AgentOptions } from './mcp/agent-app.ts'
export { runCommand } from './run-command.ts'
export { installSkills, listSkills, type InstalledSkill, type Skill } from './skills/skills.ts'
