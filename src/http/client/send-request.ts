/**
 * Writes a request to its connection.
 */
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { writePart } from '../write-framed.ts'
import type { Request } from './request.ts'
import { type OnUploaded, Upload } from './upload.ts'

/** Answers what is still on its way, and tells when it is not any more; undefined when all has been written. */
export function sendRequest(socket: Socket, request: Request, onUploaded: OnUploaded): Upload | undefined {
  const { text } = request.head
  const { body } = request.outgoing
  if (body instanceof Readable) return new Upload(socket, request, body, onUploaded)

  if (body) writePart(socket, body, { before: text, after: '' })
  else socket.write(text, 'latin1')
  return undefined
}
