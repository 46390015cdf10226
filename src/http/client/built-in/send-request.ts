/** Writes a request to its connection. */
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { writeFramed } from '../../message/write-framed.ts'
import type { UpstreamRequest } from '../exchange/upstream-request.ts'
import { BodyUpload, type OnBodyUploaded } from './body-upload.ts'

/** Returns the upload of a streamed body, which calls `onUploaded` at its end; undefined when all is written. */
export function sendRequest(
  socket: Socket,
  request: UpstreamRequest,
  onUploaded: OnBodyUploaded,
): BodyUpload | undefined {
  const { text } = request.head
  const { body } = request.outgoing
  if (body instanceof Readable) return new BodyUpload(socket, request, body, onUploaded)

  if (body) writeFramed(socket, body, { before: text, after: '' })
  else socket.write(text, 'latin1')
  return undefined
}
