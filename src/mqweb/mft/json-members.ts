/** Reads the members of a JSON object in a request body, and rejects members that it does not have. */
import { didYouMean } from '../../lib/output/suggest.ts'
import { RestError } from '../errors/rest-error.ts'

export class JsonMembers {
  readonly #value: Readonly<Record<string, unknown>>
  readonly #path: string
  readonly #read = new Set<string>()

  constructor(value: Readonly<Record<string, unknown>>, path = '') {
    this.#value = value
    this.#path = path
  }

  /** Returns the dotted name of a member: `transferSet.priority`. */
  name(member: string): string {
    return this.#path === '' ? member : `${this.#path}.${member}`
  }

  has(member: string): boolean {
    return this.#value[member] !== undefined
  }

  /** Returns a text, or undefined when the member is absent or null: samples of the product send null for no job name. */
  text(member: string): string | undefined {
    const value = this.#take(member) ?? undefined
    if (value === undefined || typeof value === 'string') return value
    throw this.invalid(member, value, 'it must be a string')
  }

  /** Returns a text that is not empty. Throws MQWB0016E when the member is absent. */
  requiredText(member: string): string {
    const value = this.text(member)
    if (value !== undefined && value !== '') return value
    throw new RestError('MQWB0016E', [this.name(member), 'it must be a string that is not empty'])
  }

  word<Word extends string>(member: string, words: readonly Word[], standard: Word): Word {
    const value = this.#take(member)
    if (value === undefined) return standard
    const found = words.find((word) => word === value)
    if (found !== undefined) return found
    throw this.invalid(member, value, `it must be one of ${words.join(', ')}`)
  }

  integer(member: string, range: { min: number; max: number }): number | undefined {
    const value = this.#take(member)
    if (value === undefined) return undefined
    if (Number.isInteger(value) && (value as number) >= range.min && (value as number) <= range.max)
      return value as number
    throw this.invalid(member, value, `it must be a whole number from ${range.min} to ${range.max}`)
  }

  flag(member: string): boolean {
    const value = this.#take(member)
    if (value === undefined || typeof value === 'boolean') return value ?? false
    throw this.invalid(member, value, 'it must be true or false')
  }

  object(member: string): JsonMembers | undefined {
    const value = this.#take(member)
    if (value === undefined) return undefined
    if (isObject(value)) return new JsonMembers(value, this.name(member))
    throw this.invalid(member, value, 'it must be an object')
  }

  requiredObject(member: string): JsonMembers {
    const found = this.object(member)
    if (found) return found
    throw new RestError('MQWB0016E', [this.name(member), 'it must be an object'])
  }

  /** Returns the objects of a list that is not empty. */
  requiredObjects(member: string): JsonMembers[] {
    const value = this.#take(member)
    const isList = Array.isArray(value) && value.length > 0 && value.every(isObject)
    if (isList) return value.map((each, index) => new JsonMembers(each, `${this.name(member)}[${index}]`))
    if (value === undefined) throw new RestError('MQWB0016E', [this.name(member), 'it must be a list of objects'])
    throw this.invalid(member, value, 'it must be a list of objects that is not empty')
  }

  /** Returns an object of texts; empty when the member is absent. */
  texts(member: string): Record<string, string> {
    const value = this.#take(member)
    if (value === undefined) return {}
    if (isObject(value) && Object.values(value).every((each) => typeof each === 'string'))
      return value as Record<string, string>
    throw this.invalid(member, value, 'it must be an object whose members are strings')
  }

  /** Throws MQWB0014E for a member that was not read. `others` are names for the suggestion. */
  rejectOthers(others: readonly string[] = []): void {
    const known = [...this.#read, ...others]
    const unknown = Object.keys(this.#value).find((member) => !this.#read.has(member))
    if (unknown !== undefined) throw new RestError('MQWB0014E', [this.name(unknown), didYouMean(unknown, known) || '.'])
  }

  invalid(member: string, value: unknown, accepted: string): RestError {
    return new RestError('MQWB0015E', [JSON.stringify(value), this.name(member), accepted])
  }

  /** Runs a parser of another module; its error becomes MQWB0015E. */
  parse<T>(member: string, text: string, parser: (text: string) => T): T {
    try {
      return parser(text)
    } catch (error) {
      throw this.invalid(member, text, (error as Error).message)
    }
  }

  #take(member: string): unknown {
    this.#read.add(member)
    return this.#value[member] ?? undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
