/** Where the portal of a catalog is. */
import type { Catalog } from '../../config/types/index.ts'

export function buildPortalPath({ path }: Pick<Catalog, 'path'>): string {
  return `${path}/portal`
}
