/** Publishes a product in its catalog: resolves the names of APIs to API documents. */

import type { ApiDocument } from '../document-set/api-document.ts'
import type { DocumentSet, ProductDocument, SourcedPart } from '../document-set/document-set.ts'
import type { ProblemList } from '../text/problem-list.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { Product } from '../types/index.ts'
import { resolvePlanTerms } from './resolve-plan-terms.ts'

/** Published products by document, so that a product is the identical object while it and its APIs are unchanged. */
const published = new WeakMap<ProductDocument, { apis: readonly unknown[]; product: Product }>()

/**
 * Returns the product with the APIs of its plans as `name:version`, and adds the APIs that it publishes to
 * `apis`.
 */
export function publishProduct(
  { part, source }: SourcedPart<ProductDocument>,
  documents: DocumentSet,
  apis: Map<string, SourcedPart<ApiDocument>>,
  problems: ProblemList,
): Product {
  const isPublished = part.product.state !== 'staged' && part.product.state !== 'retired'
  const byKey = new Map<string, SourcedPart<ApiDocument>>()
  for (const { key, target, path } of part.apis) {
    const found =
      'file' in target ? documents.apisByFile.get(target.file) : documents.apis.get(target.reference)
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
  if (known && isSameList(known.apis, [...byKey.values()])) return known.product
  const before = problems.errors
  const plans = [...part.product.plans].map(([name, plan]) => {
    const opened = [...plan.apis].flatMap((key) => byKey.get(key)?.part.reference ?? [])
    const apiTerms = resolvePlanTerms(part.planTerms.get(name) ?? new Map(), byKey, source, problems)
    return [name, { ...plan, apis: new Set(isPublished ? opened : []), apiTerms }] as const
  })
  const product = { ...part.product, plans: new Map(plans) }
  if (problems.errors === before) published.set(part, { apis: [...byKey.values()], product })
  return product
}

function isSameList(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((each, index) => each === now[index])
}
