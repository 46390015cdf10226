/** The call log: single calls that the gateway records for a time, served ones as well. */
import type { CallCourse } from './explanation.ts'

/** What a recording covers. */
export interface CallRecording {
  /** The API as `name:version`; absent for all APIs of the catalog. */
  api?: string | undefined
  /** The name of the application; absent for all calls, with and without an application. */
  application?: string | undefined
  /** The recording ends after this many calls of each worker. */
  maxCalls: number
  /** Records one of so many calls; 1 for each call. */
  oneIn: number
  /** When the recording ends, in milliseconds since the epoch. */
  until: number
  /** The owner who started it. */
  by: string
}

/** A body as the call log shows it, with secrets masked. */
export interface RecordedBody {
  /** The text, cut off at a limit; undefined for bytes that are no text. */
  text?: string | undefined
  /** The length of the whole body in bytes. */
  bytes: number
  isCut: boolean
}

/** The headers and the body of one message. The values of secrets, tokens and cookies are masked. */
export interface RecordedMessage {
  /** A flat list of names and values, like `rawHeaders`. */
  headers: string[]
  /** Undefined for a message without body, and where only headers are kept. */
  body?: RecordedBody | undefined
}

/** A policy of a recorded call: the message that it got, and what it changed. */
export interface RecordedStep {
  policy: string
  /** The place of the policy in the documents, as `file:line`. */
  place: string
  tookMs: number
  /** The message before the policy. A body that streams is not there. */
  read: { isResponse: boolean; status?: number | undefined; body?: RecordedBody | undefined }
  wrote: {
    status?: number | undefined
    /** A flat list of the names and values that are new. */
    headers: string[]
    /** The names of the headers that are gone. */
    removed: string[]
    body?: RecordedBody | undefined
    variables: { name: string; value: string }[]
  }
}

export interface RecordedContent {
  request: RecordedMessage
  response: RecordedMessage
  /** The policies of the call in the order in which they ran. */
  steps?: RecordedStep[]
}

/** A recorded call. It has no query, tokens or secrets, and no headers or bodies unless the API asks for them. */
export interface RecordedCall {
  requestId: string
  /** Milliseconds since the epoch. */
  at: number
  method: string
  path: string
  status: number
  api?: string | undefined
  operation?: string | undefined
  application?: string | undefined
  /** Why the call was rejected; undefined for a call that was served. */
  reason?: string | undefined
  /** Bytes of the response body. */
  bytes: number
  /** Milliseconds from the head of the request to the end of the response. */
  totalMs: number
  /** Milliseconds until the upstream responded; undefined when it did not. */
  upstreamMs?: number | undefined
  /** Where the time went; undefined for calls that began before the recording. */
  course?: CallCourse | undefined
  /** The headers and bodies, where the activity log of the API keeps them. */
  content?: RecordedContent | undefined
}

/** A request about the call log of a catalog, by its path such as `/acme/sandbox`. */
export type CallLogRequest =
  | { do: 'start'; catalog: string; recording: CallRecording }
  | { do: 'stop'; catalog: string }
  | { do: 'list'; catalog: string }

export interface CallLogState {
  /** The recording that runs or ended last; undefined when there is none. */
  recording: CallRecording | undefined
  /** Whether calls are being recorded. */
  isRunning: boolean
  /** The recorded calls, the newest first. */
  calls: RecordedCall[]
}

/** Asks for the calls since the last request of the same follower. */
export interface FollowRequest {
  /** Tells followers apart. */
  follower: string
  filter: {
    /** The API as `name` or `name:version`. */
    api?: string | undefined
    /** The name of the application. */
    application?: string | undefined
    /** A status such as `404`, or the beginning of several such as `4xx`. */
    status?: string | undefined
    /** A path, in which `*` stands for any text. */
    path?: string | undefined
    slowerMs?: number | undefined
  }
  /** Whether this is the last request. */
  ends?: boolean
}

/** The calls of one worker. */
export interface FollowedCalls {
  calls: RecordedCall[]
  /** Calls that were left out because the follower was slow. */
  dropped: number
}
