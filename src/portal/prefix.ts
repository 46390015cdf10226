/** Where the portal of a catalog is. */
import type { Catalog } from '../config/types.ts'

export function prefixOf({ path }: Pick<Catalog, 'path'>): string {
  return `${path}/portal`
}
