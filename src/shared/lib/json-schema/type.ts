/**
 * Builds the JSON Schemas of documents and bodies. The compiler sees the types of TypeBox.
 *
 * Importing TypeBox loads 680 modules, 20 MB and 140 ms in every process; this file implements the builders that
 * Sluice uses.
 */
import type { TOptional, TSchema, TUndefined, TUnion, Type as TypeBox } from 'typebox'

export type { Static, TSchema } from 'typebox'

type Schema = Record<string, unknown>
type Used =
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'

/** Marks an optional member. The mark is not enumerable, so it does not appear in the schema. */
const optional = '~optional'

const builders = {
  Array: (items: TSchema, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: (options?: object) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly unknown[], options?: object) => ({ enum: [...values], ...options }),
  Integer: (options?: object) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: object) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: object) => ({ type: 'null', ...options }),
  Number: (options?: object) => ({ type: 'number', ...options }),

  Object(properties: Record<string, Schema>, options?: object) {
    const required = Object.keys(properties).filter((name) => !(optional in (properties[name] as Schema)))
    return { type: 'object', required: required.length > 0 ? required : undefined, properties, ...options }
  },

  Optional: (schema: Schema) => Object.defineProperty({ ...schema }, optional, { value: true, enumerable: false }),

  /** A map with any names, or with names that match the pattern. */
  Record: ({ pattern = '^.*$' }: { pattern?: string }, value: TSchema, options?: object) => ({
    type: 'object',
    patternProperties: { [pattern]: value },
    ...options,
  }),

  String: (options?: object) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly TSchema[], options?: object) => ({ anyOf, ...options }),
  Unknown: (options?: object) => ({ ...options }),
  /** Any schema, with a type that the caller names. */
  Unsafe: (schema: Schema) => ({ ...schema }),
} satisfies Record<Used, unknown>

/** The types of TypeBox; an optional member may also be undefined, which JSON leaves out. */
type Typed = Omit<Pick<typeof TypeBox, Used>, 'Optional'> & {
  Optional: <S extends TSchema>(schema: S) => TOptional<TUnion<[S, TUndefined]>>
}

export const Type = builders as unknown as Typed
