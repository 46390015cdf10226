/**
 * A plan: which APIs and operations of its product it opens, and how often they may be called.
 */
import { type Static, Type } from '../../lib/json-schema/type.ts'

import { ignored, remark } from '../schema/words.ts'
import type { Path } from '../text/source.ts'
import { instead } from '../text/wording.ts'
import type { Plan } from '../types/index.ts'
import type { Reading } from './document-kind.ts'
import type { OfferDocument, OperationOffer } from './documents.ts'
import { assemblyLimitMembers, limitMembers, readAssemblyLimits, readLimits } from './plan-limits.ts'
import { planCeiling, readCeiling } from './token-ceiling.ts'

/** An operation is named by its id, or by its method (`operation`) and path. */
const operation = Type.Object({
  operationId: Type.Optional(Type.String({ minLength: 1 })),
  operation: Type.Optional(Type.String({ minLength: 1 })),
  path: Type.Optional(Type.String({ minLength: 1 })),
  ...limitMembers,
})

const offer = Type.Object({ ...limitMembers, operations: Type.Optional(Type.Array(operation)) })

export const plan = Type.Object({
  title: Type.Optional(Type.String({ minLength: 1 })),
  description: remark(),
  summary: remark(),
  approval: Type.Boolean({ default: false }),
  ...limitMembers,
  ...assemblyLimitMembers,
  'token-ceiling': planCeiling,
  apis: Type.Optional(Type.Record(Type.String(), Type.Union([offer, Type.Null()]))),
  ...ignored('billing', 'billing-model'),
})

export interface PlanDocument {
  /** Its APIs stand as the product's keys until the documents behind them are known. */
  plan: Plan
  offers: ReadonlyMap<string, OfferDocument>
}

/** A plan of a product that has APIs under the keys `known`. */
export function readPlan(
  key: string,
  own: Static<typeof plan>,
  known: readonly string[],
  reading: Reading,
): PlanDocument {
  const { source, problems } = reading
  const path = ['plans', key]
  const written = Object.entries(own.apis ?? {})

  for (const [each] of written.filter(([each]) => !known.includes(each))) {
    const meant = instead(each, known, 'its APIs are')
    problems.error(source.keyPlace([...path, 'apis', each]), `"${each}" is no API of this product${meant}`)
  }
  const apis = own.apis === undefined ? known : Object.keys(own.apis)
  if (apis.length === 0 && !source.hasGap(['apis']) && !source.hasGap([...path, 'apis']))
    problems.warning(source.keyPlace(path), `plan "${key}" opens no API`)

  const offers = written.flatMap(([each, value]) => {
    const said = value && Object.keys(source.at([...path, 'apis', each]) as object).length > 0
    return said ? [[each, readOffer(value, [...path, 'apis', each], reading)] as const] : []
  })
  return {
    plan: {
      name: key,
      title: own.title ?? key,
      description: own.description ?? undefined,
      approval: own.approval,
      limits: readLimits(own, path, reading),
      assemblyLimits: readAssemblyLimits(own, path, reading),
      ...readCeiling(own['token-ceiling'], [...path, 'token-ceiling'], source),
      apis: new Set(apis),
      place: source.keyPlace(path),
    },
    offers: new Map(offers),
  }
}

function readOffer(value: Static<typeof offer>, path: Path, reading: Reading): OfferDocument {
  return {
    limits: readLimits(value, path, reading),
    operations: value.operations?.flatMap((each, index) =>
      readOperation(each, [...path, 'operations', index], reading),
    ),
  }
}

function readOperation(value: Static<typeof operation>, path: Path, reading: Reading): OperationOffer[] {
  const { source, problems } = reading
  const { operationId: id, operation: method, path: template } = value
  const limits = readLimits(value, path, reading)
  if (id !== undefined && method === undefined && template === undefined)
    return [{ wanted: { id }, limits, path }]
  if (id === undefined && method !== undefined && template !== undefined)
    return [{ wanted: { method: method.toUpperCase(), path: template }, limits, path }]
  if (source.hasGap(path)) return []
  problems.error(
    source.place(path),
    'an operation is named by either "operationId", or "operation" and "path"',
  )
  return []
}
