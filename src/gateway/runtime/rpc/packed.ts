/** Values that a process passes on without reading them: reading a large one would keep its thread busy. */
import { deserialize, serialize } from 'node:v8'

/** A value in the format of `node:v8`. */
export interface Packed<T> {
  packed: Uint8Array
  /** Never present: the type of the value. */
  type?: T
}

export function pack<T>(value: T): Packed<T> {
  return { packed: serialize(value) }
}

export function unpack<T>({ packed }: Packed<T>): T {
  return deserialize(packed) as T
}
