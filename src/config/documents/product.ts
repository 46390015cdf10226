/**
 * A product: the APIs that are offered together, and the plans under which they can be subscribed to.
 */

import { posix } from 'node:path'
import { type Static, Type } from 'typebox'
import { check } from '../schema/check.ts'
import { envelope, ignored, name, remark } from '../schema/words.ts'
import { type Path, renderPath } from '../text/source.ts'
import type { Limit, Plan } from '../types.ts'
import { instead } from '../wording.ts'
import type { DocumentKind, Reading } from './document-kind.ts'
import type { ApiReference } from './documents.ts'
import { parseLimit } from './limit.ts'

const rateLimit = Type.Object({ value: Type.String(), 'hard-limit': Type.Boolean({ default: false }) })
const burstLimit = Type.Object({ value: Type.String() }) // burst limits always refuse what is over

const plan = Type.Object({
  title: Type.Optional(Type.String({ minLength: 1 })),
  description: remark(),
  summary: remark(),
  approval: Type.Boolean({ default: false }),
  'rate-limit': Type.Optional(rateLimit),
  'rate-limits': Type.Record(Type.String(), rateLimit, { default: {} }),
  'burst-limits': Type.Record(Type.String(), burstLimit, { default: {} }),
  apis: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.Object({}, { additionalProperties: false }), Type.Null()])),
  ),
  ...ignored('billing', 'billing-model'),
})

const document = Type.Object({
  ...envelope(),
  product: Type.Literal('1.0.0'),
  info: Type.Object({
    name: name(),
    version: Type.String({ minLength: 1 }),
    title: Type.Optional(Type.String({ minLength: 1 })),
    ...ignored(
      'description',
      'summary',
      'contact',
      'license',
      'termsOfService',
      'categories',
      'x-ibm-languages',
    ),
  }),
  apis: Type.Record(
    Type.String(),
    Type.Object({ name: Type.Optional(Type.String()), $ref: Type.Optional(Type.String()) }),
    { default: {} },
  ),
  plans: Type.Record(Type.String(), plan, { minProperties: 1 }),
  ...ignored('gateways', 'visibility', 'x-ibm-configuration'),
})

export const product: DocumentKind = {
  kind: 'product',
  shelf: 'product',
  sign: 'its place, catalogs/{catalog}/products/',
  is: () => true,
  schema: () => document,

  read(reading, documents) {
    const { source, file, problems } = reading
    const value = check(document, source.value, [], { source, problems })
    if (!value) return

    const apis = readApis(value, reading)
    const { info } = value
    const part = {
      product: {
        name: info.name,
        title: info.title ?? info.name,
        version: info.version,
        plans: new Map(Object.keys(value.plans).map((each) => [each, readPlan(each, value, reading)])),
        place: source.place(),
      },
      apis,
    }
    documents.folder(file.catalog).products.push({ part, source })
  },
}

function readApis(value: Static<typeof document>, { source, file, problems }: Reading): ApiReference[] {
  return Object.entries(value.apis).flatMap(([key, { name: reference, $ref: ref }]): ApiReference[] => {
    const path = ['apis', key]
    if ((reference === undefined) === (ref === undefined)) {
      problems.error(source.place(path), 'an API is named by either "name" (name:version) or "$ref" (a file)')
      return []
    }
    if (reference !== undefined) return [{ key, target: { reference }, path: [...path, 'name'] }]

    const target = { file: posix.join(posix.dirname(file.path), ref as string) }
    return [{ key, target, path: [...path, '$ref'] }]
  })
}

/** A plan; its APIs stand as the product's keys until the documents behind them are known. */
function readPlan(key: string, value: Static<typeof document>, reading: Reading): Plan {
  const { source, problems } = reading
  const own = value.plans[key] as Static<typeof plan>
  const path = ['plans', key]
  const known = Object.keys(value.apis)

  for (const each of Object.keys(own.apis ?? {}).filter((each) => !Object.hasOwn(value.apis, each))) {
    const meant = instead(each, known, 'its APIs are')
    problems.error(source.keyPlace([...path, 'apis', each]), `"${each}" is no API of this product${meant}`)
  }
  const apis = own.apis === undefined ? known : Object.keys(own.apis)
  if (apis.length === 0) problems.warning(source.keyPlace(path), `plan "${key}" opens no API`)

  const single = own['rate-limit']
  return {
    name: key,
    title: own.title ?? key,
    approval: own.approval,
    limits: [
      ...(single ? readLimit('default', 'rate', single, [...path, 'rate-limit'], reading) : []),
      ...readLimits('rate', own['rate-limits'], [...path, 'rate-limits'], reading),
      ...readLimits('burst', own['burst-limits'], [...path, 'burst-limits'], reading),
    ],
    apis: new Set(apis),
    place: source.keyPlace(path),
  }
}

type LimitMember = { value: string; 'hard-limit'?: boolean }

function readLimits(
  kind: Limit['kind'],
  limits: Record<string, LimitMember>,
  path: Path,
  reading: Reading,
): Limit[] {
  return Object.entries(limits).flatMap(([key, limit]) =>
    readLimit(key, kind, limit, [...path, key], reading),
  )
}

function readLimit(
  key: string,
  kind: Limit['kind'],
  limit: LimitMember,
  path: Path,
  { source, problems }: Reading,
): Limit[] {
  const at = [...path, 'value']
  const parsed = parseLimit(limit.value, kind)
  if ('refused' in parsed) {
    const found = JSON.stringify(source.written(at) ?? limit.value)
    problems.error(source.place(at), `${renderPath(at)} ${parsed.refused} - found ${found}`)
    return []
  }
  const hard = kind === 'burst' || limit['hard-limit'] === true
  return [{ name: key, kind, ...parsed, hard, place: source.place(at) }]
}
