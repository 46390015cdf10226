/** The version of the product. */
import { readFileSync } from 'node:fs'

/** Returns `sluice 0.1.0` for the command `sluice`. Throws when package.json cannot be read. */
export function renderVersion(command: string): string {
  return `${command} ${readVersion()}\n`
}

/** Returns the version in package.json. Throws when the file cannot be read. */
export function readVersion(): string {
  const file = new URL('../../../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return version
}
