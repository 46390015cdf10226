/**
 * Who spoke last on a connection. Clients send the same credentials with each request, so that what they amount to is
 * worked out once; the connection's end takes them along.
 */
import type { IncomingMessage } from 'node:http'

import type { Settings } from '../settings/settings.ts'
import type { Caller } from './caller.ts'

export interface LastCaller {
  readonly caller: Caller
  /** The roles of the caller are those of this application, under these settings. */
  readonly application: 'rest' | 'console'
  readonly settings: Settings
  /** Whether what was found out may still be relied on. */
  holds(): boolean
}

interface Noted {
  readonly last: LastCaller
  readonly authorization: string | undefined
  readonly cookie: string | undefined
}

export class LastCallers {
  readonly #noted = new WeakMap<object, Noted>()

  note({ socket, headers }: IncomingMessage, last: LastCaller): void {
    this.#noted.set(socket, { last, authorization: headers.authorization, cookie: headers.cookie })
  }

  /** The caller of a request that says the same as the one before it on its connection; undefined: look. */
  recall(
    { socket, headers }: IncomingMessage,
    application: LastCaller['application'],
    settings: Settings,
  ): Caller | undefined {
    const noted = this.#noted.get(socket)
    if (!noted) return undefined
    if (noted.authorization !== headers.authorization || noted.cookie !== headers.cookie) return undefined
    const { last } = noted
    if (last.application !== application || last.settings !== settings || !last.holds()) return undefined
    return last.caller
  }
}
