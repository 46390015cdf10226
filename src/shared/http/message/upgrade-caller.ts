/** The side of the caller in a switch to another protocol, such as a WebSocket: RFC 9110 section 7.8. */
import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpResponse } from './http-response.ts'

export interface UpgradeCaller {
  /** The bytes of the other protocol, once the switch is accepted. */
  connection: Duplex
  /** The response with which the switch is refused. It emits `close` when the connection has closed, also after a switch. */
  response: HttpResponse
  /** Accepts the switch. `headers` are a flat list of names and values of the response. */
  accept(protocol: string, status: number, headers: readonly string[]): void
  /** Ends the connection as broken. */
  abort(): void
}

/** Serves a request that switches its connection. */
export type UpgradeListener = (request: IncomingMessage, caller: UpgradeCaller) => void

/** Returns the caller of a request of HTTP/1.1. `head` has the first bytes of the other protocol. */
export function openConnectionCaller(request: IncomingMessage, connection: Duplex, head: Buffer): UpgradeCaller {
  const abort = () => void connection.destroy()
  connection.on('error', abort)
  if (head.length > 0) connection.unshift(head)
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false // node's parser has already detached from the connection
  response.assignSocket(connection as Socket)
  response.once('finish', () => connection.end())
  return {
    connection,
    response,
    abort,
    accept(protocol, status, headers) {
      let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n`
      for (let index = 0; index < headers.length; index += 2) text += `${headers[index]}: ${headers[index + 1]}\r\n`
      connection.write(`${text}\r\n`, 'latin1')
    },
  }
}
