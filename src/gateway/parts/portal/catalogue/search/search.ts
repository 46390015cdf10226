/** Handler that searches the catalogue. The results are what the visitor may see. */
import type { ResourceHandler } from '../../context/portal-context.ts'
import { PortalError } from '../../http/portal-error.ts'
import { findApis, findVisibleProducts } from '../visible-products.ts'
import { buildResultFilter, type CatalogueIndex } from './catalogue-index.ts'

const maxQueryCharacters = 200
const maxResults = 30

export function buildSearchHandler(findIndex: () => Promise<CatalogueIndex>): ResourceHandler<'GET /search'> {
  return async function search(context) {
    const query = context.query.get('q') ?? ''
    if (query.length > maxQueryCharacters)
      throw new PortalError('wrong_query', {
        detail: `"q" has ${query.length} characters: at most ${maxQueryCharacters} are accepted.`,
      })
    const products = findVisibleProducts(context)
    const accepts = buildResultFilter(products, findApis(products, context.deps.catalog.apis))
    return (await findIndex()).find(query, accepts, maxResults)
  }
}
