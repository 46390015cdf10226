/** What a worker and its script threads send each other. */
import type { JsonLimits } from '../../../../shared/lib/collections/json-object.ts'
import type { ThrownError } from '../../../data-plane/errors/gateway-errors.ts'
import type { XmlSchemaSource } from '../xml/schema-engine.ts'

/** A script as a thread compiles it, with the limits under which it runs. */
export interface ScriptDefinition {
  number: number
  source: string
  /** Expressions in JSONata, which the script finds compiled. */
  expressions?: readonly string[] | undefined
  /** The style sheet that the script applies. */
  styleSheet?: string | undefined
  /** The XML schema against which the script checks the body. */
  xmlSchema?: XmlSchemaSource | undefined
  /** The properties of the API, as JSON. */
  properties: string
  /** The limits of the bodies that the script may parse; undefined where the documents have none. */
  limits?: JsonLimits | undefined
  memoryLimitBytes: number
}

export type ToScriptThread =
  | { kind: 'define'; script: ScriptDefinition }
  | {
      kind: 'run'
      job: number
      script: number
      /** The facts of the call, as JSON. */
      input: string
      body: Uint8Array | undefined
      requestBody: Uint8Array | undefined
      /** The processor time that the script may use, in milliseconds. */
      limitMs: number
    }
  | { kind: 'reply'; job: number; request: number; head: string; body: Uint8Array | undefined }

export type FromScriptThread =
  | {
      kind: 'done'
      job: number
      /** The changes of the script, as JSON of `ScriptResult`. */
      result: string
      body: Uint8Array | string | undefined
      logs: ScriptLogLine[]
      /** The processor time that the script has used, in milliseconds. */
      tookMs: number
    }
  | { kind: 'overdue'; job: number }
  /** The script waits for responses to its requests, and the thread can run another one. */
  | { kind: 'waiting'; job: number }
  | ({ kind: 'failed'; job: number; logs: ScriptLogLine[] } & ScriptFailure)
  | { kind: 'open'; job: number; request: number; options: string; body: Uint8Array | undefined }

/** Why a script has failed: a sentence, and what it has thrown; or the limit of bodies that it did not start for. */
export interface ScriptFailure {
  error: string
  thrown?: ThrownError | undefined
  isAboveLimit?: boolean
}

export interface ScriptLogLine {
  level: string
  text: string
}

/** A request that a script sends with `urlopen`. */
export interface ScriptRequest {
  target: string
  method: string
  headers: string[]
  /** Seconds. */
  timeout?: number
  profile?: string
}

/** The changes that a script has made. Members that it has not changed are missing. */
export interface ScriptResult {
  hasBody: boolean
  /** Whether the body was written as an object. */
  isJson?: boolean
  /** Whether scripts get the value of the body, no longer its text. */
  isParsed?: boolean
  status?: number
  reason?: string
  /** The names and the values of all headers of the message. */
  names?: string[]
  values?: string[]
  /** The names of the headers that the script has set or removed, in lower case. */
  touched?: string[]
  variables?: Record<string, unknown>
  cleared?: string[]
  rejection?: { name: string; text?: string; status?: number; reason?: string }
}

/** The place at which a thread writes the number of its job, and its times at the beginning, for its watchdog. */
export interface ThreadActivity {
  job: Int32Array
  /** Milliseconds since the epoch. */
  startedAt: Float64Array
  /** The processor time of the thread, in milliseconds. */
  startedCpuMs: Float64Array
}

export function openThreadActivity(buffer: SharedArrayBuffer): ThreadActivity {
  const [startedAt, startedCpuMs] = [new Float64Array(buffer, 8, 1), new Float64Array(buffer, 16, 1)]
  return { job: new Int32Array(buffer, 0, 1), startedAt, startedCpuMs }
}

export const activityBytes = 24

/** What a thread gets at its start: the compiled engine, and the memory of its activity. */
export interface ScriptThreadData {
  module: WebAssembly.Module
  buffer: SharedArrayBuffer
}

/** Returns the processor time that the calling thread has used, in milliseconds. A busy machine does not add to it. */
export function readThreadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
