import { useMemo } from 'react'

import { useResource } from '../../../ui/feedback/use-resource.ts'
import { requestResource } from '../api/client.ts'
import { buildCatalogTitles, type CatalogTitles } from './catalog-titles.ts'

/** Returns the names as they are until the products are loaded. */
export function useCatalogTitles(): CatalogTitles {
  const { value } = useResource('products', (signal) => requestResource('GET /products', {}, { signal }))
  return useMemo(() => buildCatalogTitles(value ?? []), [value])
}
