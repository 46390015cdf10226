/** Reads a plan: the APIs and operations of its product that it opens, and its limits on calls. */
import { membersOf } from '../../../../shared/lib/collections/json-object.ts'
import { optionalText } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { OperationTermsDocument, PlanApiTermsDocument } from '../../document-set/document-set.ts'
import { flagSchema, freeTextSchema, ignoredMembers, titleSchema } from '../../schema/common-schemas.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import { suggestOrList } from '../../text/suggest-or-list.ts'
import { accessTermSchemas, readAccessTerms } from '../members/access-terms.ts'
import { planTokenCeilingSchema, readTokenCeiling } from '../members/token-ceiling.ts'
import { assemblyLimitSchemas, limitSchemas, readAssemblyLimits, readPlanLimits } from './plan-limits.ts'

/** An operation of the API, named by its id, or by its method (`operation`) and path. */
const operation = Type.Object({
  operationId: optionalText('The id of the operation.'),
  operation: optionalText('Instead of the id, the method; path is needed.'),
  path: optionalText('The path of the operation.'),
  ...limitSchemas,
})

const offer = Type.Object({
  ...limitSchemas,
  operations: Type.Optional(
    Type.Array(operation, { description: 'The only operations of the API that the plan has.' }),
  ),
})

const maxPriceLength = 100

export const planSchema = Type.Object({
  title: titleSchema(),
  description: freeTextSchema('A description for readers.'),
  summary: freeTextSchema('A short description for readers.'),
  price: optionalText('The price for readers, such as "free" or "49 € per month".', {
    minLength: 1,
    maxLength: maxPriceLength,
  }),
  billing: Type.Optional(
    Type.Unknown({
      description:
        'The price as exports have it, with price, currency, period and period-unit, and a trial period. "price" wins.',
    }),
  ),
  approval: flagSchema(false, 'Whether an owner approves each subscription.'),
  ...limitSchemas,
  ...assemblyLimitSchemas,
  ...accessTermSchemas,
  'token-ceiling': planTokenCeilingSchema,
  apis: Type.Optional(
    Type.Record(Type.String(), Type.Union([offer, Type.Null()]), {
      description:
        'The APIs of the plan by their names in the product. Without any, the plan has every API of the product.',
    }),
  ),
  // Limits of GraphQL APIs have no effect, because GraphQL APIs are refused.
  ...ignoredMembers('billing-model', 'x-ibm-languages', 'graphql-rate-limits', 'graphql-type-cost-limit'),
  ...ignoredMembers('graphql-field-cost-limit', 'graphql-input-type-cost-limit', 'graphql-api-limits'),
})

/** Reads a plan of a product whose APIs have the keys `known`. Reports unknown keys as problems. */
export function readPlan(
  key: string,
  own: Static<typeof planSchema>,
  known: readonly string[],
  reading: DocumentContext,
) {
  const { source, problems } = reading
  const path = ['plans', key]
  const written = Object.entries(own.apis ?? {})

  for (const [each] of written.filter(([each]) => !known.includes(each))) {
    const meant = suggestOrList(each, known, 'its APIs are')
    problems.error(source.locateKey([...path, 'apis', each]), `"${each}" is not an API of this product${meant}`)
  }
  const apis = own.apis === undefined ? known : Object.keys(own.apis)
  if (apis.length === 0 && !source.hasGap(['apis']) && !source.hasGap([...path, 'apis']))
    problems.warning(source.locateKey(path), `plan "${key}" opens no API`)

  const apiTerms = written.flatMap(([each, value]) => {
    const said = value && Object.keys(source.valueAt([...path, 'apis', each]) as object).length > 0
    return said ? [[each, readOffer(value, [...path, 'apis', each], reading)] as const] : []
  })
  return {
    /** The plan. Its `apis` are the keys of the product until the references to API documents are resolved. */
    plan: {
      name: key,
      title: own.title ?? key,
      description: own.description ?? undefined,
      ...readPrice(own),
      approval: own.approval,
      limits: readPlanLimits(own, path, reading),
      assemblyLimits: readAssemblyLimits(own, path, reading),
      ...readTokenCeiling(own['token-ceiling'], [...path, 'token-ceiling'], source),
      ...readAccessTerms(own['concurrent-calls'], own.addresses),
      apis: new Set(apis),
      location: source.locateKey(path),
    },
    apiTerms: new Map(apiTerms),
  }
}

/** Returns the price of a plan as text, also that of an export: `10 USD per month, 14 days free`. */
function readPrice({ price, billing }: Pick<Static<typeof planSchema>, 'price' | 'billing'>): { price?: string } {
  if (price !== undefined) return { price }
  const { price: amount, currency, period, 'period-unit': unit, ...trial } = membersOf(billing)
  if (amount === undefined || amount === null || amount === '' || Number.isNaN(Number(amount))) return {}
  if (Number(amount) === 0) return { price: 'free' }
  const interval = typeof unit === 'string' ? ` per ${renderPeriod(period, unit)}` : ''
  const [length, trialUnit] = [Number(trial['trial-period']), trial['trial-period-unit']]
  const isTried = length > 0 && typeof trialUnit === 'string'
  const free = isTried ? `, ${length} ${trialUnit}${length === 1 ? '' : 's'} free` : ''
  return {
    price: `${amount} ${currency ?? ''}${interval}${free}`.replace(/ {2,}/g, ' ').slice(0, maxPriceLength).trim(),
  }
}

function renderPeriod(count: unknown, unit: string): string {
  return Number(count) > 1 ? `${Number(count)} ${unit}s` : unit
}

function readOffer(value: Static<typeof offer>, path: MemberPath, reading: DocumentContext): PlanApiTermsDocument {
  return {
    limits: readPlanLimits(value, path, reading),
    operations: value.operations?.flatMap((each, index) =>
      readOperation(each, [...path, 'operations', index], reading),
    ),
  }
}

function readOperation(
  value: Static<typeof operation>,
  path: MemberPath,
  reading: DocumentContext,
): OperationTermsDocument[] {
  const { source, problems } = reading
  const { operationId: id, operation: method, path: template } = value
  const limits = readPlanLimits(value, path, reading)
  if (id !== undefined && method === undefined && template === undefined) return [{ wanted: { id }, limits, path }]
  if (id === undefined && method !== undefined && template !== undefined)
    return [{ wanted: { method: method.toUpperCase(), path: template }, limits, path }]
  if (source.hasGap(path)) return []
  problems.error(source.locate(path), 'an operation is named by either "operationId", or "operation" and "path"')
  return []
}
