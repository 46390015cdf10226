import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns a location as users write it: a path relative to the working folder where it is below it. URLs of the web stay. */
export function renderLocation(location: string): string {
  if (!location.startsWith('file:')) return location
  const path = fileURLToPath(location)
  const here = relative(process.cwd(), path)
  return here.startsWith('..') ? path : here
}
