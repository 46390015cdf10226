/**
 * A product: the APIs that are offered together, and the plans under which they can be subscribed to.
 */

import { posix } from 'node:path'
import { type Static, Type } from '../../lib/json-schema/type.ts'
import { envelope, ignored, name, remark } from '../schema/words.ts'
import { plainKind, type Reading } from './document-kind.ts'
import type { ApiReference } from './documents.ts'
import { plan, readPlan } from './plan.ts'

const document = Type.Object({
  ...envelope(),
  product: Type.Literal('1.0.0'),
  state: Type.Enum(['staged', 'published', 'deprecated', 'retired'], { default: 'published' }),
  info: Type.Object({
    name: name(),
    version: Type.String({ minLength: 1 }),
    title: Type.Optional(Type.String({ minLength: 1 })),
    description: remark(),
    ...ignored('summary', 'contact', 'license', 'termsOfService', 'categories', 'x-ibm-languages'),
  }),
  apis: Type.Record(
    Type.String(),
    Type.Object({ name: Type.Optional(Type.String()), $ref: Type.Optional(Type.String()) }),
    { default: {} },
  ),
  plans: Type.Record(Type.String(), plan, { minProperties: 1 }),
  ...ignored('gateways', 'visibility', 'x-ibm-configuration'),
})

export const product = plainKind({
  kind: 'product',
  shelf: 'product',
  sign: 'its place, catalogs/{catalog}/products/',
  is: () => true,
  document,

  read(value, reading) {
    const { source, file } = reading
    const apis = readApis(value, reading)
    const { info } = value
    const plans = Object.entries(value.plans).map(
      ([key, each]) => [key, readPlan(key, each, Object.keys(value.apis), reading)] as const,
    )
    const part = {
      product: {
        name: info.name,
        title: info.title ?? info.name,
        description: info.description ?? undefined,
        version: info.version,
        state: value.state,
        plans: new Map(plans.map(([key, each]) => [key, each.plan])),
        place: source.place(),
      },
      apis,
      offers: new Map(plans.map(([key, each]) => [key, each.offers])),
    }
    const added = { part, source }
    return (documents) => documents.folder(file.catalog).products.push(added)
  },
})

function readApis(value: Static<typeof document>, { source, file, problems }: Reading): ApiReference[] {
  return Object.entries(value.apis).flatMap(([key, { name: reference, $ref: ref }]): ApiReference[] => {
    const path = ['apis', key]
    if ((reference === undefined) === (ref === undefined)) {
      if (source.hasGap(path)) return []
      problems.error(source.place(path), 'an API is named by either "name" (name:version) or "$ref" (a file)')
      return []
    }
    if (reference !== undefined) return [{ key, target: { reference }, path: [...path, 'name'] }]

    const target = { file: posix.join(posix.dirname(file.path), ref as string) }
    return [{ key, target, path: [...path, '$ref'] }]
  })
}
