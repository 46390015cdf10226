/** The filters of a source: message selectors, as Apache's registry of AMQP filters defines them. */
import { AmqpError } from '../protocol/errors.ts'
import type { SourceFields } from '../protocol/link-endpoint.ts'
import { type AmqpValue, DescribedValue } from '../protocol/value-reader.ts'
import { ValueWriter } from '../protocol/value-writer.ts'

const selectorDescriptors = new Set<AmqpValue>(['apache.org:selector-filter:string', 0x468c_0000_0004])

export interface ReadFilters {
  /**
   * The encoded map of the filters that the server applies, for its answer. Others are left out, as AMQP 1.0 part 3, section
   * 3.5.1 asks.
   */
  readonly filter: Buffer | undefined
  readonly selector: string | undefined
}

/** Throws an `AmqpError` for a selector that is not a string. */
export function readFilters({ filter }: SourceFields): ReadFilters {
  const entries = Array.isArray(filter) ? filter : [] // names and values in turn
  for (const [place, value] of entries.entries()) {
    if (!(value instanceof DescribedValue) || !selectorDescriptors.has(value.descriptor)) continue
    const name = String(entries[place - 1])
    const selector = value.value
    if (typeof selector !== 'string')
      throw new AmqpError('amqp:invalid-field', `the filter ${name} is not a string`)
    if (selector.trim() === '') break
    return { filter: encodeFilter(name, value.descriptor as number | string, selector), selector }
  }
  return { filter: undefined, selector: undefined }
}

function encodeFilter(name: string, descriptor: number | string, selector: string): Buffer {
  const writer = new ValueWriter()
  writer.map(() => {
    writer.symbol(name)
    writer.anyDescriptor(descriptor)
    writer.string(selector)
    return 1
  })
  return writer.finish()
}
