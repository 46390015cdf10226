/**
 * Builds the schema of an API document with all policies and security definitions, for editors. The loader checks each
 * of those against the schema of its type, which gives better error texts.
 */
import { type TSchema, Type } from '../../../shared/lib/json-schema/type.ts'
import type { TypeTables } from '../types/index.ts'
import { openApi2Schema, openApi3Schema } from './schemas/openapi-schema.ts'
import { buildPolicySchema } from './schemas/policy-schema.ts'
import { openApi2FlowNames } from './security-definitions.ts'

type Properties = Record<string, TSchema>
type SecurityRow = TypeTables['securities'][number]

export function buildApiEditorSchema({ securities, policies }: TypeTables): TSchema {
  const whole = Type.Union([
    withProperties(openApi2Schema, {
      securityDefinitions: Type.Record(Type.String(), Type.Union(securities.map(definition2)), { default: {} }),
    }),
    withProperties(openApi3Schema, {
      components: Type.Object(
        { securitySchemes: Type.Record(Type.String(), Type.Union(securities.flatMap(definition3)), { default: {} }) },
        { default: {}, additionalProperties: true },
      ),
    }),
  ])
  return { ...whole, definitions: { steps: steps(policies), clauses } } as TSchema
}

/** Returns the schema that replaces `x-list: steps`. */
function steps(policies: TypeTables['policies']): TSchema {
  const each = policies.map((shape) => Type.Object({ [shape.policy]: buildPolicySchema(shape) }))
  return Type.Array(Type.Union(each))
}

/** The schema that replaces `x-list: clauses`: the clauses of `catch`. */
const clauses = Type.Array(
  Type.Union([
    Type.Object({
      errors: Type.Array(Type.String(), { minItems: 1 }),
      execute: Type.Array(Type.Unknown(), { 'x-list': 'steps' }),
    }),
    Type.Object({ default: Type.Array(Type.Unknown(), { 'x-list': 'steps' }) }),
  ]),
)

const remark = { description: Type.Optional(Type.String()) }

function definition2({ type, settings }: SecurityRow): TSchema {
  return extensible(withProperties(settings, { type: Type.Literal(type), ...remark }, ['type']))
}

/** Returns the schemas of a definition in OpenAPI 3: its flow is under `flows`, and `basic` is `http` with a scheme. */
function definition3(row: SecurityRow): TSchema[] {
  const { type, settings } = row
  if (type === 'basic') {
    const http = { type: Type.Literal('http'), scheme: Type.Literal('basic'), ...remark }
    return [extensible(withProperties(settings, http, ['type', 'scheme']))]
  }
  const { properties = {}, required = [] } = settings as { properties?: Properties; required?: string[] }
  if (!Object.hasOwn(properties, 'flow')) return [definition2(row)]

  const own = Object.entries(properties).filter(([name]) => name.startsWith('x-'))
  const flow = Type.Object({}, { additionalProperties: true })
  const flows = {
    ...Type.Object(Object.fromEntries(Object.keys(openApi2FlowNames).map((name) => [name, Type.Optional(flow)]))),
    minProperties: 1,
    maxProperties: 1,
  } as TSchema
  const whole = {
    ...settings,
    properties: Object.fromEntries(own),
    required: required.filter((name) => name.startsWith('x-')),
  } as TSchema
  return [extensible(withProperties(whole, { type: Type.Literal(type), flows, ...remark }, ['type', 'flows']))]
}

/** Returns the schema with extensions of other tools, `x-...`, allowed; the loader removes them before it checks. */
function extensible(schema: TSchema): TSchema {
  return { additionalProperties: false, ...schema, patternProperties: { '^x-': {} } } as TSchema
}

function withProperties(schema: TSchema, more: Properties, required: readonly string[] = []): TSchema {
  const own = schema as { properties?: Properties; required?: string[] }
  return {
    ...schema,
    properties: { ...own.properties, ...more },
    required: [...new Set([...(own.required ?? []), ...required])],
  } as TSchema
}
