import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from './expand-variables.ts'

/** The system's folder for user data. */
export function defaultDataFolder(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'casement')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'casement')
  return join(environment['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'casement')
}
