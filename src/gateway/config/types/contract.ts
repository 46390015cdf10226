/** Defines the contract of an API, against which policies validate messages. */
import type { SourceLocation } from './source-location.ts'

/** The contract of an API. Schemas are referred to by their index. */
export interface ApiContract {
  /** The contracts of the operations by `METHOD /path`. */
  operations: ReadonlyMap<string, OperationContract>
  /** The indexes of the schemas that policies name, by the JSON pointer in the policy. */
  named: ReadonlyMap<string, number>
  schemas: readonly ContractSchema[]
}

/** A JSON Schema 2020-12. A reference to another schema of the contract is `#/$defs/{index}`. */
export type ContractSchema = { schema: unknown; location: SourceLocation }

export interface OperationContract {
  parameters: readonly ParameterContract[]
  body: MessageContract | undefined
  /** The responses by status: `200`, `2XX`, `DEFAULT`. */
  responses: ReadonlyMap<string, MessageContract>
  location: SourceLocation
}

export interface ParameterContract {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required: boolean
  /** The separator of a list; `repeated` when each value has its name; undefined for a single value. */
  separator: ',' | ' ' | '\t' | '|' | 'repeated' | undefined
  /** The JSON types that the value, or each value of the list, may have; empty for any type. */
  types: readonly string[]
  /** The notation of the members of an object; absent for a value or a list. */
  members?: MembersContract | undefined
  schema: number
}

/** A text that represents a value, with the JSON types that the value may have; empty for any type. */
export interface FieldContract {
  /** Whether there may be several values; each has one of the types. */
  isList: boolean
  types: readonly string[]
}

export interface MembersContract {
  /** `name[member]=value`; `member=value` for each; or, in one value, `member,value,...` or `member=value,...`. */
  notation: 'in brackets' | 'by themselves' | 'listed' | 'in pairs'
  fields: ReadonlyMap<string, FieldContract>
}

export interface MessageContract {
  required: boolean
  /** The index of the schema by media type or media range; undefined for any content of the type. */
  content: ReadonlyMap<string, number | undefined>
  /** The fields of a form, `application/x-www-form-urlencoded`, when it is validated against a schema. */
  fields?: ReadonlyMap<string, FieldContract> | undefined
}
