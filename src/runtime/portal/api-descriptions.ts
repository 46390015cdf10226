/** Reads descriptions of APIs for the portal on request, and caches them while their revision is in use. */
import { LRUCache } from 'lru-cache'
import type { ApiDescription } from '../../config/types/index.ts'
import { openSemaphore } from '../../security/index.ts'
import type { DescribeRequest } from '../messages.ts'
import type { Packed } from '../rpc/packed.ts'
import { runInDocumentThread } from './open-document-thread.ts'

export interface ApiDescriptions {
  /** Returns the description of the API in a file; undefined when the document cannot be read. */
  describe(file: string): Promise<Packed<ApiDescription | undefined>>
  /** Returns the OpenAPI document in a file without its internal members; undefined when it cannot be read. */
  readOpenApi(file: string): Promise<Packed<Record<string, unknown> | undefined>>
}

const remembered = 100

export function openApiDescriptions({
  revision,
  ...source
}: Omit<DescribeRequest, 'file'> & {
  /** The revision of the documents in use. */
  revision(): string
}): ApiDescriptions {
  const known = new LRUCache<string, Promise<Packed<ApiDescription | undefined>>>({ max: remembered })
  const inTurn = openSemaphore({
    maxRunning: 1,
    maxWaiting: remembered,
    createOverflowError: () => new Error('too many documents of APIs are waiting to be read'),
  })

  return { describe, readOpenApi: (file) => inTurn(() => runInDocumentThread('openapi', { ...source, file })) }

  function describe(file: string): Promise<Packed<ApiDescription | undefined>> {
    const key = `${revision()} ${file}`
    let description = known.get(key)
    if (!description) {
      description = inTurn(() => runInDocumentThread('describe', { ...source, file }))
      description.catch(() => known.delete(key))
      known.set(key, description)
    }
    return description
  }
}
