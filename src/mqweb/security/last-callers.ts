/**
 * Who spoke last on a connection, by name and password. Clients send the same credentials with each request, so that what
 * they amount to is worked out once; the connection's end takes them along.
 */
import type { IncomingMessage } from 'node:http'

import type { Settings } from '../settings/settings.ts'
import type { Caller } from './caller.ts'
import type { Credentials } from './credentials.ts'
import type { Identity } from './registry.ts'

export interface LastCaller {
  /** As it was verified. */
  readonly user: Identity
  readonly caller: Caller
  /** The roles of the caller are those of this application, under these settings. */
  readonly application: 'rest' | 'console'
  readonly settings: Settings
}

interface Noted extends LastCaller {
  readonly authorization: string | undefined
}

export class LastCallers {
  readonly #credentials: Pick<Credentials, 'vouchesFor'>
  readonly #noted = new WeakMap<object, Noted>()

  constructor(credentials: Pick<Credentials, 'vouchesFor'>) {
    this.#credentials = credentials
  }

  note(request: IncomingMessage, last: LastCaller): void {
    if (request.headers.cookie !== undefined) return // which is looked at first, each time
    this.#noted.set(request.socket, { ...last, authorization: request.headers.authorization })
  }

  /** The caller of a request that says the same as the one before it on its connection; undefined: look. */
  recall(
    { socket, headers }: IncomingMessage,
    application: LastCaller['application'],
    settings: Settings,
  ): Caller | undefined {
    const last = this.#noted.get(socket)
    if (!last || last.authorization !== headers.authorization || headers.cookie !== undefined)
      return undefined
    if (last.application !== application || last.settings !== settings) return undefined
    return this.#credentials.vouchesFor(last.user, socket.remoteAddress ?? '') ? last.caller : undefined
  }
}
