/** The shape of an operation as its form shows it: the members of Swagger 2.0 and OpenAPI 3 that most APIs use. */
import type { JsonSchema } from '../../../../../lib/json-schema/json-schema.ts'

const text: JsonSchema = { type: 'string' }
const texts: JsonSchema = { type: 'array', items: text }
const flag: JsonSchema = { type: 'boolean', default: false }
/** The form chooses a schema by the name of this member: `schema-choice-field.tsx`. */
const schema: JsonSchema = { type: 'object' }
const plainType: JsonSchema = { enum: ['string', 'integer', 'number', 'boolean', 'array', 'file'] }
const statuses = '^(default|[1-5](\\d\\d|XX))$'
const mediaTypes = '^[^\\s/]+/[^\\s/]+$'

const heading = { summary: text, description: text, operationId: text, tags: texts, deprecated: flag }
const referenceTo: JsonSchema = { type: 'object', required: ['$ref'], properties: { $ref: text } }

function object(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required }
}

function mapOf(pattern: string, entry: JsonSchema): JsonSchema {
  return { type: 'object', patternProperties: { [pattern]: entry } }
}

function parametersIn(places: readonly string[], more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const parameter = { name: text, in: { enum: places }, description: text, required: flag, ...more, schema }
  return { type: 'array', items: { anyOf: [referenceTo, object(parameter, ['name', 'in'])] } }
}

const parameters2 = parametersIn(['query', 'path', 'header', 'formData', 'body'], { type: plainType, format: text })
const parameters3 = parametersIn(['query', 'path', 'header', 'cookie'])

const operation2 = object({
  ...heading,
  consumes: texts,
  produces: texts,
  parameters: parameters2,
  responses: mapOf(statuses, { anyOf: [referenceTo, object({ description: text, schema }, ['description'])] }),
})

const content = mapOf(mediaTypes, object({ schema }))

const operation3 = object({
  ...heading,
  parameters: parameters3,
  requestBody: { anyOf: [referenceTo, object({ description: text, required: flag, content }, ['content'])] },
  responses: mapOf(statuses, { anyOf: [referenceTo, object({ description: text, content }, ['description'])] }),
})

/** Returns the shapes of the operations and of the shared parameters of a path. */
export function findOperationSchemas(document: unknown): { operation: JsonSchema; parameters: JsonSchema } {
  const isSwagger = typeof document === 'object' && document !== null && 'swagger' in document
  return isSwagger
    ? { operation: operation2, parameters: parameters2 }
    : { operation: operation3, parameters: parameters3 }
}

/** The methods in the order in which the form offers them. */
export const operationMethods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'] as const
