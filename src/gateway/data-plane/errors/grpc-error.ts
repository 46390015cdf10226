/**
 * Errors as gRPC clients expect them: status 200 with a status of gRPC, without a body.
 *
 * "gRPC over HTTP2" of the gRPC project: Trailers-Only responses, Timeout, percent-encoded Status-Message.
 */
import type { IncomingMessage } from 'node:http'
import { maxTimerMs } from '../../../shared/lib/time/timers.ts'

/** Statuses of gRPC by HTTP status. All others are UNKNOWN. */
const grpcStatuses: Readonly<Record<number, number>> = {
  400: 3, // INVALID_ARGUMENT
  401: 16, // UNAUTHENTICATED
  403: 7, // PERMISSION_DENIED
  404: 12, // UNIMPLEMENTED
  405: 12,
  408: 4, // DEADLINE_EXCEEDED
  413: 8, // RESOURCE_EXHAUSTED
  415: 3,
  422: 3,
  429: 8,
  500: 13, // INTERNAL
  501: 12,
  502: 14, // UNAVAILABLE
  503: 14,
  504: 4,
}
const unknown = 2

const grpcType = /^application\/grpc(?:[+;]|$)/i
const timeout = /^(\d{1,8})([HMSmun])$/
const unitsInMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 }

/** Returns whether a request is a call of gRPC, which uses HTTP/2. */
export function isGrpcRequest({ httpVersionMajor, headers }: IncomingMessage): boolean {
  return httpVersionMajor === 2 && grpcType.test(headers['content-type'] ?? '')
}

/** Returns the time in milliseconds in which the caller expects the whole response; undefined without a valid one. */
export function readGrpcTimeout(request: IncomingMessage): number | undefined {
  if (!isGrpcRequest(request)) return undefined
  const [, digits, unit = ''] = timeout.exec(String(request.headers['grpc-timeout'] ?? '')) ?? []
  if (digits === undefined) return undefined
  return Math.min(maxTimerMs, Number(digits) * (unitsInMs[unit] as number))
}

/** Returns a time in milliseconds as the header `grpc-timeout` writes it, in at most eight digits. */
export function renderGrpcTimeout(ms: number): string {
  const left = Math.max(0, ms)
  if (left < 1e5) return `${Math.floor(left * 1_000)}u`
  return left < 1e8 ? `${Math.floor(left)}m` : `${Math.floor(left / 1_000)}S`
}

/** Returns the headers of a response that consists of an error only, as a flat list of names and values. */
export function renderGrpcError(status: number, text: string): string[] {
  const message = Buffer.from(text)
    .toString('latin1')
    .replace(/[^\x20-\x24\x26-\x7e]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
  const grpcStatus = String(grpcStatuses[status] ?? unknown)
  return ['Content-Type', 'application/grpc', 'grpc-status', grpcStatus, 'grpc-message', message]
}
