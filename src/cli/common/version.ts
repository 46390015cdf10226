/** Prints the version of the product. */
import { readFileSync } from 'node:fs'

/** Returns `sluice 0.1.0` for the command `sluice`. Throws when package.json cannot be read. */
export function renderVersion(command: string): string {
  const file = new URL('../../../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return `${command} ${version}\n`
}
