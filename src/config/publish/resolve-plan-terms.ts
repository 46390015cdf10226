/** Resolves the operations in the terms that a plan sets for single APIs. */

import type { ApiDocument } from '../document-set/api-document.ts'
import type {
  OperationTermsDocument,
  PlanApiTermsDocument,
  SourcedPart,
} from '../document-set/document-set.ts'
import type { ParsedDocument } from '../text/parsed-document.ts'
import { type ProblemList, renderLocation } from '../text/problem-list.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { CallLimit, Operation, PlanApiTerms, SourceLocation } from '../types/index.ts'

/**
 * Returns the terms by `name:version`. Reports an operation that the API does not have, or that is listed twice,
 * as a problem.
 */
export function resolvePlanTerms(
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
    const operation = api.operations.find((each) => isMeant(each, wanted))
    const location = source.locate(path)
    if (!operation) {
      problems.error(location, unknownOperation(wanted, api))
      continue
    }
    const key = `${operation.method} ${operation.path}`
    const first = places.get(key)
    if (first) problems.error(location, `${key} stands in this plan already, at ${renderLocation(first)}`)
    places.set(key, location)
    limits.set(key, own)
  }
  return limits
}

function isMeant({ id, method, path }: Operation, wanted: OperationTermsDocument['wanted']): boolean {
  return 'id' in wanted ? id === wanted.id : method === wanted.method && path === wanted.path
}

function unknownOperation(
  wanted: OperationTermsDocument['wanted'],
  { operations, reference }: ApiDocument,
): string {
  const name = 'id' in wanted ? wanted.id : `${wanted.method} ${wanted.path}`
  const known = operations.map(({ id, method, path }) => ('id' in wanted ? id : `${method} ${path}`))
  return `the API ${reference} has no operation "${name}"${suggestOrList(name, known, 'there are')}`
}
