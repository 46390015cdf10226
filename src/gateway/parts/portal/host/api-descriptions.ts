/** Reads descriptions of APIs for the portal on request, and caches them while their revision is in use. */
import { LRUCache } from 'lru-cache'
import { openSemaphore } from '../../../../shared/security/index.ts'
import type { ApiDescription } from '../../../config/types/index.ts'
import type { Packed } from '../../../runtime/rpc/packed.ts'
import { runInDocumentThread } from '../../../runtime/threads/open-document-thread.ts'
import { buildRunTask, type DescribeRequest } from '../processes/messages.ts'

const remembered = 100
const runTask = buildRunTask(runInDocumentThread)

export function openApiDescriptions({
  revision,
  ...source
}: Omit<DescribeRequest, 'file'> & {
  /** The revision of the documents in use. */
  revision(): string
}) {
  const known = new LRUCache<string, Promise<Packed<ApiDescription | undefined>>>({ max: remembered })
  const inTurn = openSemaphore({
    maxRunning: 1,
    maxWaiting: remembered,
    createOverflowError: () => new Error('too many documents of APIs are waiting to be read'),
  })

  return {
    describe,
    /** Returns the OpenAPI document in a file without its internal members; undefined when it cannot be read. */
    readOpenApi: (file: string) => inTurn(() => runTask('openapi', { ...source, file })),
  }

  /** Returns the description of the API in a file; undefined when the document cannot be read. */
  function describe(file: string): Promise<Packed<ApiDescription | undefined>> {
    const key = `${revision()} ${file}`
    let description = known.get(key)
    if (!description) {
      description = inTurn(() => runTask('describe', { ...source, file }))
      description.catch(() => known.delete(key))
      known.set(key, description)
    }
    return description
  }
}
