/**
 * The parts of which the schemas of bodies are built.
 *
 * A schema with a title is a component of the OpenAPI document. In request bodies, `x-words` describes the accepted values
 * for error texts of the portal ("must be …"), `x-rule` is the whole rule for those of the MQ web server.
 */
import { type TSchema, Type } from '../lib/json-schema/type.ts'

type Members = Parameters<typeof Type.Object>[0]

/** A body that may have other members: of a response, or of a request to the console. `name` is the name of its type. */
export const view = <M extends Members>(name: string, members: M, description?: string) =>
  Type.Object(members, { title: name, ...describe(description) })

/** A request body, which must not have other members. */
export const body = <M extends Members>(name: string, members: M, description?: string) =>
  Type.Object(members, { title: name, additionalProperties: false, ...describe(description) })

export const text = (description?: string) => Type.String(describe(description))
export const number = (description?: string) => Type.Number(describe(description))
export const integer = (description?: string) => Type.Integer(describe(description))
export const flag = (description?: string) => Type.Boolean(describe(description))
export const list = <S extends TSchema>(items: S, description?: string) => Type.Array(items, describe(description))
export const orNull = <S extends TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], describe(description))

/** A text of a request body with a limit, which the error text names: `words` are "a user name". */
export const limitedText = (words: string, maxLength: number, more: Parameters<typeof Type.String>[0] = {}) =>
  Type.String({ maxLength, 'x-words': `${words} of up to ${maxLength} characters`, ...more })

/** A whole number of a request body with limits, which the error text names. */
export const limitedNumber = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, 'x-words': `a whole number from ${minimum} to ${maximum}`, description })

function describe(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description }
}
