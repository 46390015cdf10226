/** Builds the search index of the catalogue at its first use; a reload of the documents builds the portal again. */
import { type Api, type Catalog, isOpenProduct, type Product } from '../../../../config/types/index.ts'
import type { PortalDeps } from '../../context/portal-deps.ts'
import type { Guide, GuideFolder } from '../../guides/guide-folder.ts'
import { summarizeMarkdown } from '../../guides/summarize-markdown.ts'
import type { SearchResultView } from '../../rest/index.ts'
import { buildSearchIndex, type SearchFields, type SearchIndex } from './search-index.ts'

export type CatalogueIndex = SearchIndex<SearchResultView>
type Entry = readonly [SearchResultView, SearchFields]

/** Returns a function that returns the index. It is built again when a guide has changed. */
export function openCatalogueIndex(deps: PortalDeps, folder: GuideFolder): () => Promise<CatalogueIndex> {
  let index: Promise<CatalogueIndex> | undefined
  let indexed = ''
  return async function findIndex() {
    const { revision, guides } = await folder.load()
    if (revision !== indexed) index = undefined
    indexed = revision
    index ??= buildCatalogueIndex(deps, guides).catch((error: unknown) => {
      index = undefined // the next search tries again
      throw error
    })
    return index
  }
}

async function buildCatalogueIndex(deps: PortalDeps, guides: readonly Guide[]): Promise<CatalogueIndex> {
  const { catalog } = deps
  const entries: Entry[] = [
    ...catalog.products.filter(isOpenProduct).map(buildProductEntry),
    ...guides.map(buildGuideEntry),
  ]
  // One after the other: the primary process reads one document at a time.
  for (const api of catalog.apis) entries.push(...(await buildApiEntries(api, deps)))
  return buildSearchIndex(entries)
}

function buildProductEntry({ name, title, description = '', plans }: Product): Entry {
  const planTitles = [...plans.values()].map((plan) => plan.title)
  return [
    { kind: 'product', product: name, title, text: summarizeMarkdown(description) },
    { title, keywords: [name, ...planTitles].join(' '), text: description },
  ]
}

function buildGuideEntry({ name, title, text }: Guide): Entry {
  return [
    { kind: 'guide', guide: name, title, text: summarizeMarkdown(text) },
    { title, keywords: name, text },
  ]
}

async function buildApiEntries(api: Api, { describeApi, log }: PortalDeps): Promise<Entry[]> {
  const described = await describeApi(api).catch((err: unknown) => {
    log.warn({ err, api: api.reference }, 'search knows the names of this API only: its document cannot be read')
    return undefined
  })
  const { reference, title, name, version } = api
  const description = described?.description ?? ''
  const operations = api.operations.map(({ id, method, path }): Entry => {
    const { summary, description: text = '', tags = [] } = described?.operations[`${method} ${path}`] ?? {}
    return [
      { kind: 'operation', api: reference, operation: id, title: summary ?? id, text: title, method, path },
      { title: summary ?? id, keywords: [id, method, path, ...tags].join(' '), text },
    ]
  })
  return [
    [
      { kind: 'api', api: reference, title, text: summarizeMarkdown(description) },
      { title, keywords: `${name} ${version}`, text: description },
    ],
    ...operations,
  ]
}

/** Returns the references of APIs and the names of products by which results are filtered for a visitor. */
export function buildResultFilter(
  products: readonly Product[],
  apis: readonly Pick<Catalog['apis'][number], 'reference'>[],
): (result: SearchResultView) => boolean {
  const names = new Set(products.map(({ name }) => name))
  const references = new Set(apis.map(({ reference }) => reference))
  return (result) => {
    if (result.kind === 'guide') return true
    if (result.kind === 'product') return names.has(result.product)
    return references.has(result.api)
  }
}
