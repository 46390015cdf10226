/** Defines the parts of OpenAPI 2.0, 3.0 and 3.1 that are checked strictly. Everything else is accepted. */
import { type TSchema, Type } from '../../../../shared/lib/json-schema/type.ts'
import { accessTermSchemas } from '../../documents/members/access-terms.ts'
import { authorizationDetailsSchema } from '../../documents/members/authorization-details.ts'
import { bodyLimitsSchema } from '../../documents/members/body-limits.ts'
import { deprecationSchema } from '../../documents/members/deprecation.ts'
import { mcpToolSchema } from '../../documents/members/mcp-tool.ts'
import { queueAccessSchema } from '../../documents/members/queue-access.ts'
import {
  freeTextSchema,
  ignoredMembers,
  nameSchema,
  propertyValueSchema,
  sluiceSchema,
  tolerant,
} from '../../schema/common-schemas.ts'

/** Allows extensions of other tools, `x-...`, and rejects other unknown members. */
const extensions = { patternProperties: { '^x-': {} }, additionalProperties: false }

export const httpMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

const requirements = Type.Optional(Type.Array(Type.Record(Type.String(), Type.Array(Type.String()))))

const operation = Type.Object(
  {
    operationId: Type.Optional(Type.String({ minLength: 1 })),
    security: requirements,
    'x-deprecation': Type.Optional(deprecationSchema),
    'x-queue-access': Type.Optional(queueAccessSchema),
    'x-authorization-details': Type.Optional(authorizationDetailsSchema),
    'x-mcp-tool': Type.Optional(mcpToolSchema),
    ...ignoredMembers('tags', 'summary', 'description', 'externalDocs', 'consumes', 'produces', 'parameters'),
    ...ignoredMembers('requestBody', 'responses', 'callbacks', 'schemes', 'deprecated', 'servers'),
  },
  extensions,
)

/** The names of the members of an operation. */
export const operationMembers: ReadonlySet<string> = new Set(
  Object.keys((operation as unknown as { properties: object }).properties),
)

export const pathItemSchema = Type.Object(
  {
    $ref: Type.Optional(Type.String()),
    ...Object.fromEntries(httpMethods.map((each) => [each, Type.Optional(operation)])),
    ...ignoredMembers('summary', 'description', 'servers', 'parameters'),
  },
  extensions,
)

const apiProperties = Type.Record(
  Type.String(),
  Type.Union([
    propertyValueSchema(),
    Type.Object({
      value: propertyValueSchema(),
      description: freeTextSchema(),
      encoded: Type.Optional(Type.Boolean()),
    }),
  ]),
  { default: {} },
)

/** Steps and clauses are checked one by one elsewhere; `x-list` names the schema of the list for editors. */
const list = (of: 'steps' | 'clauses') => Type.Array(Type.Unknown(), { default: [], 'x-list': of })

const activityContent = Type.Enum(['none', 'activity', 'header', 'payload'], { default: 'activity' })

/** What the call log keeps of calls that are served, and of those that end with an error. */
const activityLog = Type.Object(
  {
    enabled: Type.Boolean({ default: true }),
    'success-content': activityContent,
    'error-content': activityContent,
    ...ignoredMembers('version', 'title', 'description'),
  },
  { default: {}, ...tolerant },
)

const headerNames = Type.Array(Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", 'x-words': 'a header name' }))

const corsSchema = Type.Object(
  {
    enabled: Type.Boolean({ default: true }),
    origins: Type.Optional(
      Type.Array(
        Type.String({ pattern: '^https?://[^\\s/?#]+$', 'x-words': 'an origin such as https://app.example' }),
        { uniqueItems: true },
      ),
    ),
    credentials: Type.Optional(Type.Boolean()),
    policy: Type.Optional(
      Type.Array(
        Type.Object({
          'allow-origin': Type.Array(
            Type.String({
              pattern: '^(?:\\*|https?://[^\\s/?#]+)$',
              'x-words': 'an origin such as https://app.example, or *',
            }),
          ),
          'allow-credentials': Type.Boolean({ default: false }),
        }),
        { maxItems: 100, description: 'Rules of API Connect, in place of origins and credentials' },
      ),
    ),
    'expose-headers': Type.Optional(headerNames),
    'max-age': Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, description: 'Seconds' })),
  },
  { default: { enabled: false } },
)

/** The media types of texts, which become much shorter. */
const compressedTypes = [
  'text/*',
  'application/json',
  'application/problem+json',
  'application/hal+json',
  'application/xml',
]

const compression = Type.Optional(
  Type.Object(
    {
      enabled: Type.Boolean({ default: true }),
      'min-bytes': Type.Integer({ minimum: 0, maximum: 1_048_576, default: 1_024 }),
      types: Type.Array(
        Type.String({
          pattern: '^[\\w!#$&^.+-]+/(?:\\*|[\\w!#$&^.+-]+)$',
          'x-words': 'a media type such as application/json, or text/*',
        }),
        { default: [...compressedTypes, 'application/javascript', 'image/svg+xml'], uniqueItems: true },
      ),
    },
    { additionalProperties: false },
  ),
)

const configuration = Type.Object(
  {
    type: Type.Enum(['rest', 'wsdl', 'wsdl-to-rest', 'oauth', 'oauth2'], { default: 'rest' }),
    gateway: Type.Enum(['datapower-api-gateway', 'datapower-gateway', 'micro-gateway'], {
      default: 'datapower-api-gateway',
    }),
    enforced: Type.Boolean({ default: true }),
    cors: corsSchema,
    properties: apiProperties,
    catalogs: Type.Record(Type.String(), Type.Object({ properties: apiProperties }), { default: {} }),
    assembly: Type.Object({ execute: list('steps'), catch: list('clauses'), finally: list('steps') }, { default: {} }),
    'activity-log': activityLog,
    'payload-limit': Type.Optional(Type.Integer({ minimum: 0 })),
    'body-limits': bodyLimitsSchema,
    'cache-response': Type.Optional(Type.Enum(['protocol', 'no-cache'])),
    compression,
    ...accessTermSchemas,
    'application-authentication': Type.Optional(
      Type.Object({ certificate: Type.Optional(Type.Literal(false, { 'x-words': 'false: this is not supported' })) }),
    ),
    oauth2: Type.Optional(Type.Unknown()), // a provider of version 5, which is checked elsewhere
    'wsdl-definition': Type.Optional(
      Type.Object({
        wsdl: Type.Optional(Type.String({ description: 'The text of the WSDL: $file{weather.wsdl}' })),
        ...ignoredMembers('service', 'port', 'soap-version'),
      }),
    ),
    // Calls of a SOAP API are routed by `paths`. Maps refer to schemas in `targets`.
    ...ignoredMembers('x-ibm-apiconnect-wsdl', 'attachments', 'extensions', 'targets'),
    ...ignoredMembers('buffering', 'phase', 'testable', 'categories', 'externalDocs', 'servers', 'compatibility'),
    ...ignoredMembers('application-authentication-source'), // where a certificate comes from, which is not supported
  },
  tolerant,
)

const common = {
  info: Type.Object(
    {
      title: Type.String({ minLength: 1 }),
      version: Type.String({ minLength: 1, pattern: '^[^:\\s]+$', 'x-words': 'a version without blanks and ":"' }),
      'x-ibm-name': Type.Optional(nameSchema()),
      'x-deprecation': Type.Optional(deprecationSchema),
      ...ignoredMembers('description', 'summary', 'termsOfService', 'contact', 'license'),
    },
    extensions,
  ),
  security: requirements,
  paths: Type.Record(Type.String(), pathItemSchema, { default: {} }),
  'x-ibm-configuration': configuration,
  'x-sluice': sluiceSchema,
  ...ignoredMembers('tags', 'externalDocs', 'gateway', 'type'),
}

/** Security definitions are checked one by one elsewhere, against the schema of their type. */
const definitions = Type.Record(Type.String(), Type.Unknown(), { default: {} })

export const openApi2Schema = Type.Object(
  {
    swagger: Type.Literal('2.0'),
    basePath: Type.Optional(Type.String()),
    securityDefinitions: definitions,
    ...common,
    ...ignoredMembers('host', 'schemes', 'consumes', 'produces', 'definitions', 'parameters', 'responses'),
  },
  extensions,
)

export const openApi3Schema = Type.Object(
  {
    openapi: Type.String({ pattern: '^3\\.[01]\\.\\d+$', 'x-words': '3.0.x or 3.1.x' }),
    servers: Type.Optional(
      Type.Array(
        Type.Object(
          { url: Type.String(), variables: Type.Optional(Type.Unknown()), ...ignoredMembers('description') },
          extensions,
        ),
      ),
    ),
    components: Type.Object({ securitySchemes: definitions }, { default: {}, additionalProperties: true }),
    ...common,
    ...ignoredMembers('jsonSchemaDialect', 'webhooks'),
  },
  extensions,
)

/** Returns the schema for a document, by its member `swagger` or `openapi`. */
export function selectOpenApiSchema(value: Readonly<Record<string, unknown>>): TSchema {
  return 'openapi' in value ? openApi3Schema : openApi2Schema
}
