/** The search page: the query is in the URL, and results follow while the user types. */
import { Tag } from '@carbon/react'
import { Search as SearchIcon } from '@carbon/react/icons'
import { Fragment, useEffect, useState } from 'react'
import { EmptyState } from '../../../../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { ErrorNotice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { parseHashQuery } from '../../../../../shared/ui/routing/hash-query.ts'
import { navigate, useLocationHash } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { SearchResultView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { ProductList } from '../products/product-cards.tsx'
import { buildApiLink, buildGuideLink, buildProductLink, buildSearchLink } from '../routing/page-route.ts'
import { MethodTag } from '../text/method-tag.tsx'
import { SearchField } from './search-form.tsx'

/** The pause after the last key before a search starts. */
const pauseMs = 150

export default function SearchPage() {
  const query = parseHashQuery(useLocationHash()).get('q') ?? ''
  const [typed, setTyped] = useState(query)
  const { value, problem, reload } = useResource(query, (signal) =>
    query.trim() === '' ? Promise.resolve([]) : requestResource('GET /search', {}, { query: { q: query }, signal }),
  )

  useEffect(() => setTyped(query), [query])
  useEffect(() => {
    if (typed === query) return
    const timer = setTimeout(() => navigate(buildSearchLink(typed), { replace: true }), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, query])

  return (
    <>
      <PageHeader title={t('Search')} />
      <SearchField autoFocus value={typed} onChange={({ target }) => setTyped(target.value)} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      <p className="results__count" aria-live="polite">
        {value && value.length > 0 && t('{count, plural, one {# match} other {# matches}}', { count: value.length })}
      </p>
      {query.trim() !== '' && value?.length === 0 && (
        <EmptyState
          icon={SearchIcon}
          title={t('Nothing matches.')}
          text={t('Every word must be in the name or the description. Try fewer words, or only the beginning of one.')}
        >
          <a href={buildHashLink('products')}>{t('See the products')}</a>
        </EmptyState>
      )}
      {query.trim() === '' && <AllProducts />}
      <ul>
        {value?.map((result) => (
          <li key={buildResultLink(result)}>
            <a className="result__link" href={buildResultLink(result)}>
              <span className="result__title">
                <Marked text={result.title} query={query} />
              </span>
              <Tag size="sm" type={kindColours[result.kind]}>
                {kindNames[result.kind]}
              </Tag>
              {result.kind === 'operation' && (
                <span className="result__path">
                  <MethodTag method={result.method} /> {result.path}
                </span>
              )}
              {result.text && (
                <span className="result__text">
                  <Marked text={result.text} query={query} />
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What a search without words finds: all products. */
function AllProducts() {
  const products = usePortalResource('GET /products', {})
  return <Loaded resource={products}>{(value) => <ProductList products={value} heading="h2" />}</Loaded>
}

/** A text with the beginnings of words marked that the query has. */
function Marked({ text, query }: { text: string; query: string }) {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return text.split(/([\p{L}\p{N}]+)/u).map((part, place) => {
    const found = words.find((word) => part.toLowerCase().startsWith(word)) ?? ''
    const key = String(place)
    if (found === '') return <Fragment key={key}>{part}</Fragment>
    return (
      <Fragment key={key}>
        <mark>{part.slice(0, found.length)}</mark>
        {part.slice(found.length)}
      </Fragment>
    )
  })
}

const kindColours = { product: 'purple', guide: 'green', api: 'blue', operation: 'gray' } as const

const kindNames: Readonly<Record<SearchResultView['kind'], string>> = {
  product: t('Product'),
  guide: t('Guide'),
  api: 'API',
  operation: t('Operation'),
}

function buildResultLink(result: SearchResultView): string {
  switch (result.kind) {
    case 'product':
      return buildProductLink(result.product)
    case 'guide':
      return buildGuideLink(result.guide)
    case 'api':
      return buildApiLink(result.api)
    case 'operation':
      return buildApiLink(result.api, result.operation)
  }
}
