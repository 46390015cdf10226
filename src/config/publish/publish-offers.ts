/**
 * What a plan says of single APIs, with names of operations become operations.
 */
import type { FromDocument, OfferDocument, OperationOffer } from '../documents/documents.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import { type Problems, renderPlace } from '../text/problems.ts'
import type { Source } from '../text/source.ts'
import { instead } from '../text/wording.ts'
import type { Limit, Offer, Operation, Place } from '../types/index.ts'

/** The offers by `name:version`. An operation that the API lacks, or that stands twice, becomes a problem. */
export function publishOffers(
  offers: ReadonlyMap<string, OfferDocument>,
  apis: ReadonlyMap<string, FromDocument<ApiDocument>>,
  source: Source,
  problems: Problems,
): ReadonlyMap<string, Offer> {
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
  offers: readonly OperationOffer[],
  api: ApiDocument,
  source: Source,
  problems: Problems,
): ReadonlyMap<string, readonly Limit[]> {
  const limits = new Map<string, readonly Limit[]>()
  const places = new Map<string, Place>()
  for (const { wanted, limits: own, path } of offers) {
    const operation = api.operations.find((each) => isMeant(each, wanted))
    const place = source.place(path)
    if (!operation) {
      problems.error(place, unknownOperation(wanted, api))
      continue
    }
    const key = `${operation.method} ${operation.path}`
    const first = places.get(key)
    if (first) problems.error(place, `${key} stands in this plan already, at ${renderPlace(first)}`)
    places.set(key, place)
    limits.set(key, own)
  }
  return limits
}

function isMeant({ id, method, path }: Operation, wanted: OperationOffer['wanted']): boolean {
  return 'id' in wanted ? id === wanted.id : method === wanted.method && path === wanted.path
}

function unknownOperation(wanted: OperationOffer['wanted'], { operations, reference }: ApiDocument): string {
  const name = 'id' in wanted ? wanted.id : `${wanted.method} ${wanted.path}`
  const known = operations.map(({ id, method, path }) => ('id' in wanted ? id : `${method} ${path}`))
  return `the API ${reference} has no operation "${name}"${instead(name, known, 'there are')}`
}
