/** The version of this product, as `--version` prints it. */
import { readFileSync } from 'node:fs'

/** `sluice 0.1.0`, for the command of this name. Throws when the package has no readable package.json. */
export function renderVersion(command: string): string {
  const file = new URL('../../../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return `${command} ${version}\n`
}
