/**
 * A token request as the library is to read it: the same form, checked, from a client that is known by now.
 *
 * It has what the library and Koa look at in a request and no more. A real one brings two streams and a socket, which
 * cost more than the check of the form.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

import type { FormParameters } from '../request/form.ts'

export class CheckedTokenRequest {
  readonly method = 'POST'
  readonly readable = true
  readonly socket: IncomingMessage['socket']
  readonly headers: IncomingHttpHeaders
  /** Koa writes it while it is mounted. */
  url: string
  readonly #body: Buffer

  constructor({ socket, headers }: IncomingMessage, url: string, form: FormParameters, clientId: string) {
    this.socket = socket
    this.url = url
    this.#body = bodyOf(form, clientId)
    this.headers = {
      host: headers.host,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(this.#body.length),
      accept: 'application/json',
    }
  }

  /** The body, as `Readable` would hand it out. */
  iterator(): Iterable<Buffer> {
    return [this.#body]
  }
}

/** The client has proven itself: the library is only to be told which one it is. */
function bodyOf(form: FormParameters, clientId: string): Buffer {
  const body = new URLSearchParams()
  for (const [name, value] of form) if (name !== 'client_secret') body.set(name, value)
  body.set('client_id', clientId)
  return Buffer.from(body.toString())
}
