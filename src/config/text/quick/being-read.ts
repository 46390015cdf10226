/**
 * A map or a list while it is read: its value, and where each member of it stands.
 */
import type { Member } from '../builder.ts'
import { type Cursor, doubt } from './cursor.ts'

/** A value as it was read, with what was written when that says more. */
export interface Read {
  value: unknown
  /** Where it begins. */
  offset: number
  written: string | undefined
}

export class MapBeingRead {
  readonly #value: Record<string, unknown> = {}
  readonly #members = new Map<string, Member>()

  add(name: string, key: number, { value, offset, written }: Read): void {
    if (this.#members.has(name)) throw doubt
    this.#members.set(name, { key, value: offset, written })
    this.#value[name] = value
  }

  done(cursor: Cursor, offset: number): Read {
    cursor.members.set(this.#value, this.#members)
    return { value: this.#value, offset, written: undefined }
  }
}

export class ListBeingRead {
  readonly #value: unknown[] = []
  readonly #members = new Map<number, Member>()
  readonly #offset: number

  constructor(offset: number) {
    this.#offset = offset
  }

  add({ value, offset, written }: Read): void {
    this.#members.set(this.#value.length, { key: this.#offset, value: offset, written })
    this.#value.push(value)
  }

  done(cursor: Cursor): Read {
    cursor.members.set(this.#value, this.#members)
    return { value: this.#value, offset: this.#offset, written: undefined }
  }
}
