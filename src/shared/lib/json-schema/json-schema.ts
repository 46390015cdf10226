/** The keywords of JSON Schema, and of OpenAPI beside it, that forms and references of APIs read. */
export interface JsonSchema {
  $ref?: string
  title?: string
  description?: string
  type?: string | readonly string[]
  format?: string
  const?: unknown
  enum?: readonly unknown[]
  default?: unknown
  example?: unknown
  examples?: readonly unknown[]
  deprecated?: boolean
  nullable?: boolean
  readOnly?: boolean
  writeOnly?: boolean
  properties?: Readonly<Record<string, JsonSchema>>
  patternProperties?: Readonly<Record<string, JsonSchema>>
  additionalProperties?: JsonSchema | boolean
  required?: readonly string[]
  /** The schema of the items of a list; true or false in documents of others. */
  items?: JsonSchema
  oneOf?: readonly JsonSchema[]
  anyOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  definitions?: Readonly<Record<string, JsonSchema>>
  discriminator?: { propertyName?: string }
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minProperties?: number
  maxProperties?: number
}
