/** The description of an API for people, in one form for every version of OpenAPI. It can be sent as JSON. */

export interface ApiDescription {
  description?: string
  /** The operations by `METHOD /path`. */
  operations: Readonly<Record<string, OperationDescription>>
  /** The schemas in JSON Schema 2020-12. A reference `#/$defs/3` is the fourth of this list. */
  schemas: readonly NamedSchema[]
}

export interface NamedSchema {
  /** The name of the schema in the document, if it has one. */
  name?: string
  schema: unknown
}

export interface OperationDescription {
  summary?: string
  description?: string
  tags: string[]
  deprecated: boolean
  parameters: ParameterDescription[]
  body?: BodyDescription | undefined
  responses: ResponseDescription[]
}

export interface ParameterDescription {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required: boolean
  description?: string
  /** The index of the schema in `schemas`. */
  schema?: number | undefined
  /** An example value as it is sent. */
  example: string
}

export type BodyDescription = { required: boolean; description?: string; content: ContentDescription[] }

export interface ResponseDescription {
  /** The status code, a range or the default: `200`, `2XX`, `default`. */
  status: string
  description?: string
  content: ContentDescription[]
}

export interface ContentDescription {
  /** The media type, `application/json`. */
  type: string
  /** The index of the schema in `schemas`. */
  schema?: number | undefined
  /** An example body as text. */
  example?: string | undefined
}
