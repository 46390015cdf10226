/** The catalogue: products, APIs, guides, OAuth providers, and the search. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, query } from '../../../../shared/rest/resource.ts'
import { flag, list, number, text, view } from '../../../../shared/rest/shapes.ts'
import { ApiView } from './apis.ts'
import { ClientType, Grant } from './applications.ts'
import { ProductView } from './products.ts'

export type GuideSummary = Static<typeof GuideSummary>
export const GuideSummary = view('GuideSummary', {
  name: text(),
  title: text(),
  summary: text('The beginning of its text, without Markdown.'),
  minutes: number('How long reading it takes.'),
})

export type GuideView = Static<typeof GuideView>
export const GuideView = view('GuideView', { name: text(), title: text(), text: text('Markdown.') })

export type ProviderView = Static<typeof ProviderView>
export const ProviderView = view('ProviderView', {
  name: text(),
  title: text(),
  tokenPath: text('The URL path on this origin, so that the page can call it.'),
  tokenUrl: text(),
  authorizeUrl: Type.Optional(
    text('The absolute URL of the authorization endpoint; absent unless `access_code` is among the grants.'),
  ),
  grants: list(Grant),
  clientTypes: list(ClientType),
  scopes: list(Type.Object({ name: text(), description: text() })),
  defaultScopes: list(text()),
  pkce: Type.Object({ enabled: flag(), required: flag() }),
})

const found = { title: text(), text: text('The beginning of the description; of an operation, the title of its API.') }

export type SearchResultView = Static<typeof SearchResultView>
export const SearchResultView = Type.Union(
  [
    Type.Object({ ...found, kind: Type.Literal('product'), product: text() }),
    Type.Object({ ...found, kind: Type.Literal('guide'), guide: text() }),
    Type.Object({ ...found, kind: Type.Literal('api'), api: text() }),
    Type.Object({
      ...found,
      kind: Type.Literal('operation'),
      api: text(),
      operation: text(),
      method: text(),
      path: text(),
    }),
  ],
  { title: 'SearchResultView', description: 'A match of a search, with what the page needs to link to it.' },
)

export const catalogueResources = declareResources('catalogue', {
  'GET /products': { id: 'listProducts', summary: 'List the products', response: list(ProductView) },
  'GET /products/:product': { id: 'showProduct', summary: 'Show a product', response: ProductView },
  'GET /products/:product/icon': {
    id: 'showIcon',
    summary: 'Show the icon of a product',
    file: { 'image/*': { type: 'string', contentEncoding: 'binary' } },
  },
  'GET /apis/:api': { id: 'showApi', summary: 'Show an API: name:version, or its name', response: ApiView },
  'GET /apis/:api/openapi.json': {
    id: 'downloadJson',
    summary: 'Download the OpenAPI file, with the gateway as its server',
    file: { 'application/json': { type: 'object' } },
  },
  'GET /apis/:api/openapi.yaml': {
    id: 'downloadYaml',
    summary: 'Download the OpenAPI file as YAML',
    file: { 'application/yaml': { type: 'object' } },
  },
  'GET /apis/:api/wsdl': {
    id: 'downloadWsdl',
    summary: 'Download the WSDL of a SOAP API, with the gateway as its address',
    file: { 'text/xml': { type: 'string' } },
  },
  'GET /apis/:api/asyncapi.json': {
    id: 'downloadAsyncJson',
    summary: 'Download the queues and topics of the API as an AsyncAPI 3.0 file',
    file: { 'application/json': { type: 'object' } },
  },
  'GET /apis/:api/asyncapi.yaml': {
    id: 'downloadAsyncYaml',
    summary: 'Download the AsyncAPI file as YAML',
    file: { 'application/yaml': { type: 'object' } },
  },
  'GET /guides': { id: 'listGuides', summary: 'List the guides', response: list(GuideSummary) },
  'GET /guides/:guide': { id: 'showGuide', summary: 'Show a guide', response: GuideView },
  'GET /guide-images/:image': {
    id: 'showGuideImage',
    summary: 'Show an image of a guide, by its path below the folder of the guides',
    file: { 'image/*': { type: 'string', contentEncoding: 'binary' } },
  },
  'GET /providers': { id: 'listProviders', summary: 'List the OAuth providers', response: list(ProviderView) },
  'GET /search': {
    id: 'search',
    summary: 'Search the catalogue; the best match is the first',
    parameters: [query('q', 'The words to find.')],
    response: list(SearchResultView),
  },
})
