/** Request and response bodies about the call log, for owners who may change documents. */

/** What to record. */
export interface RecordCallsRequest {
  /** The API as `name:version`; all APIs of the catalog without it. */
  api?: string
  /** The name of an application; all calls without it. */
  application?: string
  /** The recording ends after this many calls of each worker: 1 to 1000. */
  calls: number
  /** The recording ends after this many minutes: 1 to 60. */
  minutes: number
  /** Records one of so many calls: 1 to 1000; 1 for each call. */
  oneIn?: number
}

/** One message of a recorded call. The values of secrets, tokens and cookies are masked. */
export interface RecordedMessageView {
  headers: { name: string; value: string }[]
  /** The body; absent when there is none, or only headers are kept. `text` is absent for bytes that are no text. */
  body?: { text?: string; bytes: number; isCut: boolean }
}

export interface CallLogView {
  /** The recording that runs or ended last; absent when there is none. */
  recording?: { api?: string; application?: string; calls: number; oneIn: number; until: string; by: string }
  isRunning: boolean
  /** The APIs that can be recorded, as `name:version`. */
  apis: string[]
  /** The recorded calls of all workers, the newest first. They have no query and no tokens. */
  calls: {
    requestId: string
    at: string
    method: string
    path: string
    status: number
    api?: string
    operation?: string
    application?: string
    /** Why the call was rejected; absent for a call that was served. */
    reason?: string
    bytes: number
    totalMs: number
    upstreamMs?: number
    /** The messages of a call whose API keeps their headers or bodies in its activity log. */
    request?: RecordedMessageView
    response?: RecordedMessageView
  }[]
}
