/** What the document of an API says to people, in one form for every version of OpenAPI. It is JSON as it stands. */

export interface ApiDescription {
  description?: string
  /** By `METHOD /path`. */
  operations: Readonly<Record<string, OperationDescription>>
  /** JSON Schema 2020-12. Where one refers to another, `#/$defs/3` is the fourth of this list. */
  schemas: readonly NamedSchema[]
}

export interface NamedSchema {
  /** As the author calls it, where that has a name. */
  name?: string
  schema: unknown
}

export interface OperationDescription {
  summary?: string
  description?: string
  tags: string[]
  deprecated: boolean
  parameters: ParameterDescription[]
  body?: BodyDescription
  responses: ResponseDescription[]
}

export interface ParameterDescription {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required: boolean
  description?: string
  /** Index among the schemas. */
  schema?: number
  /** A value that would do, as it is sent. */
  example: string
}

export interface BodyDescription {
  required: boolean
  description?: string
  content: ContentDescription[]
}

export interface ResponseDescription {
  /** `200`, `2XX`, `default`. */
  status: string
  description?: string
  content: ContentDescription[]
}

export interface ContentDescription {
  /** `application/json`. */
  type: string
  /** Index among the schemas. */
  schema?: number
  /** A body that would do, as text. */
  example?: string
}
