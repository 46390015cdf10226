import { version } from '../../lib/package/version.ts'

/** Returns `sluice 0.1.0` for the command `sluice`. */
export function renderVersion(command: string): string {
  return `${command} ${version}\n`
}
