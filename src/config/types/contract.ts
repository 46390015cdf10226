/** The OpenAPI document as a contract that messages are held against. */
import type { SourceLocation } from './source-location.ts'

/** The OpenAPI document as a contract. Schemas refer to each other, and are referred to, by their index. */
export interface ApiContract {
  /** By `METHOD /path`. */
  operations: ReadonlyMap<string, OperationContract>
  /** Schemas that policies name, by the pointer that they write. */
  named: ReadonlyMap<string, number>
  schemas: readonly ContractSchema[]
}

/** JSON Schema 2020-12; another of the contract's schemas is `#/$defs/{index}`. */
export interface ContractSchema {
  schema: unknown
  place: SourceLocation
}

export interface OperationContract {
  parameters: readonly ParameterContract[]
  body: MessageContract | undefined
  /** By status: `200`, `2XX`, `DEFAULT`. */
  responses: ReadonlyMap<string, MessageContract>
  place: SourceLocation
}

export interface ParameterContract {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required: boolean
  /** What stands between the values of a list, or `repeated` when each has its own name; undefined for one value. */
  separator: ',' | ' ' | '\t' | '|' | 'repeated' | undefined
  /** The JSON types that the value, or each value of the list, may have; none when any will do. */
  types: readonly string[]
  /** How the members of an object are written; absent for a value or a list. */
  members?: MembersContract
  schema: number
}

/** A text that stands for a value: the JSON types that it may have; none when any will do. */
export interface FieldContract {
  /** Whether there may be several; each has one of the types. */
  isList: boolean
  types: readonly string[]
}

export interface MembersContract {
  /** `name[member]=value`; `member=value` each by itself; `member,value,...` or `member=value,...` in one value. */
  written: 'in brackets' | 'by themselves' | 'listed' | 'in pairs'
  fields: ReadonlyMap<string, FieldContract>
}

export interface MessageContract {
  required: boolean
  /** By type of content, which may be a range: the schema, or undefined for any content of the type. */
  content: ReadonlyMap<string, number | undefined>
  /** The fields of a form, `application/x-www-form-urlencoded`, when it is held against a schema. */
  fields?: ReadonlyMap<string, FieldContract>
}
