/** Finds packages that are no dependencies of Sluice: `npm install --prefix bench` installs them. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Returns the path of the main module of a package; undefined when it is not installed. */
export function findPackage(name: string): string | undefined {
  try {
    return require.resolve(name)
  } catch {
    return undefined
  }
}
