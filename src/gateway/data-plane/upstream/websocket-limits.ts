/**
 * The limits of a WebSocket that the gateway forwards: idle time, length of frames, and the life of the caller's access token.
 *
 * RFC 6455 sections 5.2 and 7.4.
 */
import type { Duplex } from 'node:stream'
import { maxTimerMs } from '../../../shared/lib/time/timers.ts'
import type { CallReason } from '../../telemetry/calls/index.ts'
import type { Call } from '../call/call.ts'
import { FrameReader } from './frame-reader.ts'

export interface WebSocketLimits {
  /** How long both sides may send nothing. */
  idleMs: number
  maxFrameBytes: number
}

const tokenCheckMs = 10_000
/** The time in which a side must close the connection after the other one has, or after the close frame. */
export const closeMs = 5_000

/** The close codes by the reason for which the gateway ends a WebSocket. */
const closeCodes = { token_invalid: 1008, payload_too_large: 1009, client_stalled: 1001 } as const satisfies Partial<
  Record<CallReason, number>
>

/** Ends a WebSocket with a close frame when a limit is exceeded, or when the token has expired or was revoked. */
export function watchWebSocket(call: Call, caller: Duplex, upstream: Duplex, limits: WebSocketLimits): void {
  const toCaller = new FrameReader(limits.maxFrameBytes)
  const toUpstream = new FrameReader(limits.maxFrameBytes)
  const { token, checkToken } = call.caller

  function end(reason: keyof typeof closeCodes, text: string): void {
    stop()
    if (caller.destroyed) return
    call.outcome.reason = reason
    call.outcome.detail = text
    upstream.unpipe(caller)
    caller.unpipe(upstream)
    const destroy = () => upstream.destroy() // the connection of the caller follows
    setTimeout(destroy, closeMs).unref()
    if (toCaller.isBetweenFrames) caller.end(renderClose(closeCodes[reason], text), destroy)
    else destroy()
  }

  const idle = setTimeout(() => end('client_stalled', 'idle'), limits.idleMs)
  const leftMs = token ? token.expiresAt * 1_000 - call.deps.clock() : Number.POSITIVE_INFINITY
  const expiry =
    leftMs <= maxTimerMs ? setTimeout(() => end('token_invalid', 'the access token has expired'), leftMs) : undefined
  const check =
    checkToken &&
    setInterval(async () => {
      const result = await Promise.resolve(checkToken()).catch(() => undefined) // an outage ends nothing
      if (result && 'refused' in result) end('token_invalid', 'the access token is no longer valid')
    }, tokenCheckMs)
  const stop = () => {
    clearTimeout(idle)
    clearTimeout(expiry)
    clearInterval(check)
  }
  const follow = (connection: Duplex, reader: FrameReader) =>
    connection.on('data', (chunk: Buffer) => {
      idle.refresh()
      if (!reader.read(chunk)) end('payload_too_large', `a frame is longer than ${limits.maxFrameBytes} bytes`)
    })
  follow(upstream, toCaller)
  follow(caller, toUpstream)
  for (const connection of [caller, upstream]) {
    if (connection.destroyed) stop()
    else connection.once('close', stop)
  }
}

function renderClose(code: number, text: string): Buffer {
  const payload = Buffer.from(`\0\0${text}`)
  payload.writeUInt16BE(code)
  return Buffer.concat([Buffer.from([0x88, payload.length]), payload])
}
