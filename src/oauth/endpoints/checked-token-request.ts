/**
 * The token request that oidc-provider receives: the form that the endpoint has validated, and the authenticated
 * client.
 *
 * It has only the members that oidc-provider and Koa read. A real `IncomingMessage` creates two streams and a
 * socket, which costs more than the validation of the form.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

import type { FormParameters } from '../request/form.ts'

/** A `POST` of a validated form, in the shape of an `IncomingMessage`. */
export class CheckedTokenRequest {
  readonly method = 'POST'
  readonly readable = true
  readonly socket: IncomingMessage['socket']
  readonly headers: IncomingHttpHeaders
  /** Koa overwrites the URL while it runs a mounted application. */
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

  /** Returns the chunks of the body, like `Readable.iterator()`. */
  iterator(): Iterable<Buffer> {
    return [this.#body]
  }
}

/**
 * Returns the form without the secret: the endpoint has authenticated the client, so oidc-provider only needs its
 * id.
 */
function bodyOf(form: FormParameters, clientId: string): Buffer {
  const body = new URLSearchParams()
  for (const [name, value] of form) if (name !== 'client_secret') body.set(name, value)
  body.set('client_id', clientId)
  return Buffer.from(body.toString())
}
