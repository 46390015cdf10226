/**
 * Writes a request to its connection, in as few pieces as there can be.
 */
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'

import type { Request } from './request.ts'
import { type OnUploaded, Upload } from './upload.ts'

/** Bytes of a body that are worth a copy to go out in one piece with the head. */
const fewBytes = 4 * 1024

/** Answers what is still on its way, and tells when it is not any more; undefined when all has been written. */
export function sendRequest(socket: Socket, request: Request, onUploaded: OnUploaded): Upload | undefined {
  const { text } = request.head
  const { body } = request.outgoing
  if (body instanceof Readable) return new Upload(socket, request, body, onUploaded)

  if (!body) socket.write(text, 'latin1')
  else if (body.length <= fewBytes) socket.write(text + body.toString('latin1'), 'latin1')
  else {
    socket.cork()
    socket.write(text, 'latin1')
    socket.write(body)
    socket.uncork()
  }
  return undefined
}
