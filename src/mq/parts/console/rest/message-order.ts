/** The order of a list of messages, and the position of a message in delivery order. */
import type { MessageSummary } from '../../../manager/index.ts'
import { RestError } from '../../../web/errors/rest-error.ts'

type ReadSortValue = (message: MessageSummary) => string | number

const sortValues: Readonly<Record<string, ReadSortValue>> = {
  putAt: ({ putAt }) => putAt,
  length: ({ length }) => length,
  format: ({ format }) => format,
  application: ({ applicationName }) => applicationName,
  priority: ({ priority }) => priority,
}

export type CompareMessages = (one: MessageSummary, other: MessageSummary) => number

/** Returns the order for `sort=putAt`, descending for `-putAt`; undefined without it. Throws MQWB0013E otherwise. */
export function parseMessageOrder(sort: string | undefined): CompareMessages | undefined {
  if (sort === undefined || sort === '') return undefined
  const column = sort.replace(/^-/, '')
  const read = Object.hasOwn(sortValues, column) ? sortValues[column] : undefined
  if (!read) {
    const columns = Object.keys(sortValues).join(', ')
    throw new RestError('MQWB0013E', [sort, 'sort', `it must be one of ${columns}, with - for descending`])
  }
  const direction = sort.startsWith('-') ? -1 : 1
  return (one, other) => {
    const [a, b] = [read(one), read(other)]
    return a < b ? -direction : a > b ? direction : 0
  }
}
