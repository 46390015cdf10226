/**
 * The table of reasons for which the gateway rejects a call: the word for logs and metrics, the status, and the
 * sentence for the caller.
 *
 * A sentence says what the caller can do and reveals nothing about the servers behind the gateway.
 */
import type { SourceLocation } from '../../config/types/index.ts'
import table from '../../contract/gateway-errors.json' with { type: 'json' }
import type { RejectionReason } from '../../telemetry/calls/index.ts'
import { type ErrorFormat, renderErrorBody } from './error-body.ts'

export const gatewayErrors: Readonly<Record<RejectionReason, ErrorRow>> = table

interface ErrorRow {
  status: number
  text: string
  /** The name that a clause of `catch` matches; `RuntimeError` when undefined. */
  catchName?: string
}

export interface GatewayErrorDetails {
  /** Headers of the response, as a flat list of names and values, like `rawHeaders`. */
  headers?: readonly string[]
  /** Replaces the status of the table. */
  status?: number
  /** The name that a clause of `catch` matches. */
  catchName?: string
  /** The reason phrase of the response; that of the status when undefined. */
  reasonPhrase?: string | undefined
  /** Replaces the sentence of the table. */
  text?: string | undefined
  /** The error that code of the documents has thrown, for clauses of `catch`; callers do not see it. */
  thrown?: ThrownError | undefined
  /** The element of the documents that caused the rejection. */
  location?: SourceLocation | undefined
}

/** An error as a script has thrown it. */
export interface ThrownError {
  name: string
  message: string
}

/** An error that rejects calls, built once for many. It is no `Error`, so that it costs no stack trace. */
export class GatewayError {
  readonly reason: RejectionReason
  readonly status: number
  readonly text: string
  readonly catchName: string
  readonly reasonPhrase: string | undefined
  readonly headers: readonly string[]
  /** The error as clauses of `catch` and variables see it: thrown by code of the documents, or this one. */
  readonly thrown: ThrownError
  readonly location: SourceLocation | undefined
  readonly #bodies = new Map<ErrorFormat, Buffer>()

  constructor(reason: RejectionReason, details: GatewayErrorDetails = {}) {
    const { status, text, catchName = 'RuntimeError' } = gatewayErrors[reason]
    this.reason = reason
    this.status = details.status ?? status
    this.text = details.text ?? text
    this.catchName = details.catchName ?? catchName
    this.reasonPhrase = details.reasonPhrase
    this.headers = details.headers ?? []
    this.thrown = details.thrown ?? { name: this.catchName, message: this.text }
    this.location = details.location
  }

  body(format: ErrorFormat): Buffer {
    let body = this.#bodies.get(format)
    if (!body) {
      body = renderErrorBody(format, this.status, this.text, this.reasonPhrase)
      this.#bodies.set(format, body)
    }
    return body
  }
}
