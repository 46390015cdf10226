/** Makes a recorded call of the record of a call. */
import type { RecordedCall } from '../../contract/access/call-log.ts'
import type { CallRecord } from './call-record.ts'

/** Copies the texts, so that a recorded call does not keep the documents of an old revision in memory. */
export function copyCall({ location, client, ...call }: CallRecord): RecordedCall {
  const { requestId, at, method, path, status, reason, bytes, totalMs, upstreamMs, course } = call
  return {
    requestId,
    at,
    method,
    path,
    status,
    reason,
    bytes,
    totalMs,
    upstreamMs,
    course,
    api: location.api,
    operation: location.operation,
    application: client?.application.name,
  }
}
