/** Loads rhea when the first AMQP channel starts, so that others do not pay for it, and limits what it decodes. */
import type { Rhea } from './rhea-types.ts'

let loaded: Promise<Rhea> | undefined

export function loadRhea(): Promise<Rhea> {
  loaded ??= import('rhea').then((module) => {
    const rhea = module.default as unknown as Rhea
    limitArrays(rhea)
    return rhea
  })
  return loaded
}

/** The maximum number of array elements that occupy no bytes. */
const maxEmptyElements = 1024

/**
 * Makes the decoder reject arrays and lists that claim more elements than they have bytes. A frame of 20 bytes could
 * otherwise allocate gigabytes.
 */
function limitArrays({ types }: Rhea): void {
  const reader = types.Reader.prototype
  const { read_array_items: readItems, read_n: readList } = reader
  reader.read_array_items = function (this: typeof reader, count, type) {
    if (count > (type.width === 0 ? maxEmptyElements : this.remaining())) throw tooManyElements(count)
    return readItems.call(this, count, type)
  }
  reader.read_n = function (this: typeof reader, count) {
    if (count > this.remaining()) throw tooManyElements(count)
    return readList.call(this, count)
  }
}

function tooManyElements(count: number): Error {
  return new Error(`a list or array claims ${count} elements, more than it has bytes for`)
}
