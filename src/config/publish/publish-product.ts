/**
 * A product as its catalog publishes it: names of APIs become the APIs that they stand for.
 */
import type { Documents, FromDocument, ProductDocument } from '../documents/documents.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Problems } from '../text/problems.ts'
import { instead } from '../text/wording.ts'
import type { Product } from '../types/index.ts'
import { publishOffers } from './publish-offers.ts'

/** A document that was not read again, with APIs that were not, is published as it was: it is the same product. */
const published = new WeakMap<ProductDocument, { apis: readonly unknown[]; product: Product }>()

/** The product with the plans' APIs as `name:version`; the APIs that it publishes are added to `apis`. */
export function publishProduct(
  { part, source }: FromDocument<ProductDocument>,
  documents: Documents,
  apis: Map<string, FromDocument<ApiDocument>>,
  problems: Problems,
): Product {
  const isPublished = part.product.state !== 'staged' && part.product.state !== 'retired'
  const byKey = new Map<string, FromDocument<ApiDocument>>()
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
      source.place(path),
      `there is no API ${source.shown(path)}${instead(written, known, 'there are')}`,
    )
  }

  const known = published.get(part)
  if (known && isSameList(known.apis, [...byKey.values()])) return known.product
  const before = problems.errors
  const plans = [...part.product.plans].map(([name, plan]) => {
    const opened = [...plan.apis].flatMap((key) => byKey.get(key)?.part.reference ?? [])
    const offers = publishOffers(part.offers.get(name) ?? new Map(), byKey, source, problems)
    return [name, { ...plan, apis: new Set(isPublished ? opened : []), offers }] as const
  })
  const product = { ...part.product, plans: new Map(plans) }
  if (problems.errors === before) published.set(part, { apis: [...byKey.values()], product })
  return product
}

function isSameList(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((each, index) => each === now[index])
}
