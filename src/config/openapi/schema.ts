/**
 * What of an OpenAPI document is read strictly, in its versions 2.0, 3.0 and 3.1. Everything else that the
 * specifications allow is accepted without opinion.
 */
import { type TSchema, Type } from '../../lib/json-schema/type.ts'

import { ignored, name, propertyValue, remark } from '../schema/words.ts'

/** Extensions of other tools, `x-...`. */
const extensions = { patternProperties: { '^x-': {} }, additionalProperties: false }

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

const requirements = Type.Optional(Type.Array(Type.Record(Type.String(), Type.Array(Type.String()))))

const operation = Type.Object(
  {
    operationId: Type.Optional(Type.String({ minLength: 1 })),
    security: requirements,
    ...ignored('tags', 'summary', 'description', 'externalDocs', 'consumes', 'produces', 'parameters'),
    ...ignored('requestBody', 'responses', 'callbacks', 'schemes', 'deprecated', 'servers'),
  },
  extensions,
)

export const pathItem = Type.Object(
  {
    $ref: Type.Optional(Type.String()),
    ...Object.fromEntries(methods.map((each) => [each, Type.Optional(operation)])),
    ...ignored('summary', 'description', 'servers', 'parameters'),
  },
  extensions,
)

const apiProperties = Type.Record(
  Type.String(),
  Type.Union([
    propertyValue(),
    Type.Object({
      value: propertyValue(),
      description: remark(),
      encoded: Type.Optional(
        Type.Literal(false, {
          'x-words': 'false: keep what is secret out of the document with $env{} or $file{}',
        }),
      ),
    }),
  ]),
  { default: {} },
)

/** Steps and clauses are read one by one; `x-list` names the schema that editors get for the list. */
const list = (of: 'steps' | 'clauses') => Type.Array(Type.Unknown(), { default: [], 'x-list': of })

const configuration = Type.Object({
  type: Type.Enum(['rest'], { default: 'rest' }),
  gateway: Type.Enum(['datapower-api-gateway', 'datapower-gateway'], { default: 'datapower-api-gateway' }),
  enforced: Type.Boolean({ default: true }),
  cors: Type.Object({ enabled: Type.Boolean({ default: true }) }, { default: { enabled: false } }),
  properties: apiProperties,
  catalogs: Type.Record(Type.String(), Type.Object({ properties: apiProperties }), { default: {} }),
  assembly: Type.Object(
    { execute: list('steps'), catch: list('clauses'), finally: list('steps') },
    { default: {} },
  ),
  'application-authentication': Type.Optional(
    Type.Object({
      certificate: Type.Optional(Type.Literal(false, { 'x-words': 'false: this is not supported' })),
    }),
  ),
  ...ignored(
    'buffering',
    'phase',
    'testable',
    'activity-log',
    'categories',
    'externalDocs',
    'servers',
    'compatibility',
  ),
})

const common = {
  info: Type.Object(
    {
      title: Type.String({ minLength: 1 }),
      version: Type.String({
        minLength: 1,
        pattern: '^[^:\\s]+$',
        'x-words': 'a version without blanks and ":"',
      }),
      'x-ibm-name': Type.Optional(name()),
      ...ignored('description', 'summary', 'termsOfService', 'contact', 'license'),
    },
    extensions,
  ),
  security: requirements,
  paths: Type.Record(Type.String(), pathItem, { default: {} }),
  'x-ibm-configuration': configuration,
  ...ignored('tags', 'externalDocs'),
}

/** Definitions are checked one by one, against the schema of their type. */
const definitions = Type.Record(Type.String(), Type.Unknown(), { default: {} })

export const openApi2 = Type.Object(
  {
    swagger: Type.Literal('2.0'),
    basePath: Type.Optional(Type.String()),
    securityDefinitions: definitions,
    ...common,
    ...ignored('host', 'schemes', 'consumes', 'produces', 'definitions', 'parameters', 'responses'),
  },
  extensions,
)

export const openApi3 = Type.Object(
  {
    openapi: Type.String({ pattern: '^3\\.[01]\\.\\d+$', 'x-words': '3.0.x or 3.1.x' }),
    servers: Type.Optional(
      Type.Array(
        Type.Object(
          { url: Type.String(), variables: Type.Optional(Type.Unknown()), ...ignored('description') },
          extensions,
        ),
      ),
    ),
    components: Type.Object({ securitySchemes: definitions }, { default: {}, additionalProperties: true }),
    ...common,
    ...ignored('jsonSchemaDialect', 'webhooks'),
  },
  extensions,
)

/** The schema for a document, by the member that names its version. */
export function schemaFor(value: Readonly<Record<string, unknown>>): TSchema {
  return 'openapi' in value ? openApi3 : openApi2
}
