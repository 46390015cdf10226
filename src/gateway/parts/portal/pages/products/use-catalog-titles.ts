import { useMemo } from 'react'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { buildCatalogTitles, type CatalogTitles } from './catalog-titles.ts'

/** Returns the names as they are until the products are loaded. */
export function useCatalogTitles(): CatalogTitles {
  const { value } = usePortalResource('GET /products', {})
  return useMemo(() => buildCatalogTitles(value ?? []), [value])
}
