/** Publishes a product in its catalog: resolves the names of APIs to API documents. */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { isSameList } from '../../lib/collections/is-same-list.ts'
import type {
  ApiDocument,
  DocumentSet,
  OperationTermsDocument,
  PlanApiTermsDocument,
  ProductDocument,
  SourcedPart,
} from '../document-set/document-set.ts'
import type { ParsedDocument } from '../text/parsed-document.ts'
import type { ProblemList } from '../text/problem-list.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import {
  type CallLimit,
  compareVersions,
  isOpenProduct,
  type Operation,
  type PlanApiTerms,
  type Product,
  renderLocation,
  type SourceLocation,
} from '../types/index.ts'

/** Published products by document, so that a product is the identical object while it and its APIs are unchanged. */
const published = new WeakMap<ProductDocument, { apis: readonly unknown[]; product: Product }>()

/**
 * Returns the documents with their names in the catalog. A name alone means the lowest version that opens APIs:
 * subscriptions without a version stay where they are when another is published. Reports a version that is there twice.
 */
export function nameProducts(
  products: readonly SourcedPart<ProductDocument>[],
  problems: ProblemList,
): (SourcedPart<ProductDocument> & { name: string })[] {
  const byName = Map.groupBy(products, ({ part }) => part.product.name)
  const usual = new Set(
    [...byName.values()].map((all) => all.toSorted((a, b) => compareVersions(a.part.product, b.part.product))[0]),
  )
  const versions = new Map<string, Product>()
  return products.map((each) => {
    const { name, version } = each.part.product
    const first = getOrCreate(versions, `${name}:${version}`, () => each.part.product)
    const place = renderLocation(first.location)
    const fault = `the catalog has version ${version} of the product "${name}" already, at ${place}`
    if (first !== each.part.product)
      problems.error(each.source.locate(['info', 'version']), `${fault}: another version can be beside it`)
    return { ...each, name: usual.has(each) ? name : `${name}:${version}` }
  })
}

/** Returns the product with the APIs of its plans as `name:version`, and adds the APIs that it publishes to `apis`. */
export function publishProduct(
  { part, source, name }: SourcedPart<ProductDocument> & { name: string },
  documents: DocumentSet,
  apis: Map<string, SourcedPart<ApiDocument>>,
  problems: ProblemList,
): Product {
  const isPublished = isOpenProduct(part.product)
  const byKey = new Map<string, SourcedPart<ApiDocument>>()
  for (const { key, target, path } of part.apis) {
    const found = 'file' in target ? documents.apisByFile.get(target.file) : documents.apis.get(target.reference)
    if (found) {
      byKey.set(key, found)
      if (isPublished) apis.set(found.part.reference, found)
      continue
    }
    const written = 'file' in target ? target.file : target.reference
    if (documents.isBroken('api', 'API', written)) continue
    documents.unresolved.add('API')
    const known = 'file' in target ? [...documents.apisByFile.keys()] : [...documents.apis.keys()]
    problems.error(
      source.locate(path),
      `there is no API ${source.renderValue(path)}${suggestOrList(written, known, 'there are')}`,
    )
  }

  const known = published.get(part)
  if (known?.product.name === name && isSameList(known.apis, [...byKey.values()])) return known.product
  const before = problems.errors
  const plans = [...part.product.plans].map(([key, plan]) => {
    const opened = [...plan.apis].flatMap((key) => byKey.get(key)?.part.reference ?? [])
    const apiTerms = resolvePlanTerms(part.planTerms.get(key) ?? new Map(), byKey, source, problems)
    return [key, { ...plan, apis: new Set(isPublished ? opened : []), apiTerms }] as const
  })
  const product = { ...part.product, name, plans: new Map(plans) }
  if (problems.errors === before) published.set(part, { apis: [...byKey.values()], product })
  return product
}

/** Returns the terms by `name:version`. Reports unknown operations and those that are listed twice. */
function resolvePlanTerms(
  offers: ReadonlyMap<string, PlanApiTermsDocument>,
  apis: ReadonlyMap<string, SourcedPart<ApiDocument>>,
  source: ParsedDocument,
  problems: ProblemList,
): ReadonlyMap<string, PlanApiTerms> {
  const published = [...offers].flatMap(([key, offer]) => {
    const found = apis.get(key)
    if (!found || found.source.hasGap(['paths'])) return []
    const api = found.part
    const operations = offer.operations && operationLimits(offer.operations, api, source, problems)
    return [[api.reference, { limits: offer.limits, operations }] as const]
  })
  return new Map(published)
}

function operationLimits(
  offers: readonly OperationTermsDocument[],
  api: ApiDocument,
  source: ParsedDocument,
  problems: ProblemList,
): ReadonlyMap<string, readonly CallLimit[]> {
  const limits = new Map<string, readonly CallLimit[]>()
  const places = new Map<string, SourceLocation>()
  for (const { wanted, limits: own, path } of offers) {
    const named = api.operations.filter((each) => isMeant(each, wanted)) // an operationId may stand twice
    const location = source.locate(path)
    if (named.length === 0) problems.error(location, unknownOperation(wanted, api))
    for (const operation of named) {
      const key = `${operation.method} ${operation.path}`
      const first = places.get(key)
      if (first) problems.error(location, `${key} stands in this plan already, at ${renderLocation(first)}`)
      places.set(key, location)
      limits.set(key, own)
    }
  }
  return limits
}

function isMeant({ id, method, path }: Operation, wanted: OperationTermsDocument['wanted']): boolean {
  return 'id' in wanted ? id === wanted.id : method === wanted.method && path === wanted.path
}

function unknownOperation(wanted: OperationTermsDocument['wanted'], { operations, reference }: ApiDocument): string {
  const name = 'id' in wanted ? wanted.id : `${wanted.method} ${wanted.path}`
  const known = operations.map(({ id, method, path }) => ('id' in wanted ? id : `${method} ${path}`))
  return `the API ${reference} has no operation "${name}"${suggestOrList(name, known, 'there are')}`
}
