/** Short forms of the schemas that members of documents and of settings often have. Each has a description for users. */
import { type TSchema, Type } from './type.ts'

/** A text that may be absent, but not empty; `limits` are further keywords. */
export const optionalText = (description: string, limits: Parameters<typeof Type.String>[0] = { minLength: 1 }) =>
  Type.Optional(Type.String({ ...limits, description }))

/** An absolute http or https URL. */
export const webAddress = (description: string) => Type.String({ format: 'web-address', description })

/** One of several words; the first one by default. */
export const choice = <Word extends string>(
  words: readonly [Word, ...Word[]],
  description: string,
  byDefault: Word = words[0],
) => Type.Enum<Word[]>([...words], { default: byDefault, description })

/** A whole number within limits, with its default. */
export const wholeNumber = (byDefault: number, minimum: number, maximum: number, description: string) =>
  Type.Integer({ default: byDefault, minimum, maximum, description })

/** A whole number within limits, which may be absent. */
export const optionalWholeNumber = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }))

/** A list without repetitions; empty by default. */
export const distinct = <S extends TSchema>(items: S, description: string) =>
  Type.Array(items, { default: [], uniqueItems: true, description })

/** A list without repetitions, which is absent or has an item at least. */
export const optionalDistinct = <S extends TSchema>(items: S, description: string) =>
  Type.Optional(Type.Array(items, { minItems: 1, uniqueItems: true, description }))

/** An object without other members than these, which may be absent. */
export const optionalObject = <Members extends Record<string, TSchema>>(members: Members) =>
  Type.Optional(Type.Object(members, { additionalProperties: false }))
