/** Builds the URL path of the portal of a catalog, such as `/acme/sandbox/portal`. */
import type { Catalog } from '../../config/types/index.ts'

export function buildPortalPath({ path }: Pick<Catalog, 'path'>): string {
  return `${path}/portal`
}
