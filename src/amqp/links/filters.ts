/** The filters of a source: message selectors, as Apache's registry of AMQP filters defines them. */
import { AmqpError } from '../protocol/errors.ts'
import type { Terminus } from '../protocol/frame-types.ts'
import { descriptorOf } from '../protocol/states.ts'
import type { Typed } from '../protocol/value-types.ts'

const selectorDescriptors = new Set(['apache.org:selector-filter:string', String(0x468c_0000_0004)])

export interface ReadFilters {
  /** The filters that the server applies, for its answer. Others are left out, as AMQP 1.0 part 3, section 3.5.1 asks. */
  readonly filter: Readonly<Record<string, unknown>> | undefined
  readonly selector: string | undefined
}

/** Throws an `AmqpError` for a selector that is not a string. */
export function readFilters({ filter }: Terminus): ReadFilters {
  for (const [name, value] of Object.entries(filter ?? {})) {
    if (!selectorDescriptors.has(descriptorOf(value) ?? '')) continue
    const selector = (value as Typed).value
    if (typeof selector !== 'string')
      throw new AmqpError('amqp:invalid-field', `the filter ${name} is not a string`)
    return selector.trim() === ''
      ? { filter: undefined, selector: undefined }
      : { filter: { [name]: value }, selector }
  }
  return { filter: undefined, selector: undefined }
}
