/**
 * Who spoke last on a connection. Clients send the same credentials with each request, so that what they amount to is
 * worked out once; the connection's end takes them along.
 */
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../identity/caller.ts'
import type { MqwebSettings } from '../settings/settings.ts'

export interface CachedCaller {
  readonly caller: Caller
  /** The roles of the caller are those of this application, under these settings. */
  readonly application: 'rest' | 'console'
  readonly settings: MqwebSettings
  /** Whether what was found out may still be relied on. */
  isValid(): boolean
}

interface Noted {
  readonly last: CachedCaller
  readonly authorization: string | undefined
  readonly cookie: string | undefined
}

export class ConnectionCallerCache {
  readonly #noted = new WeakMap<object, Noted>()

  set({ socket, headers }: IncomingMessage, last: CachedCaller): void {
    this.#noted.set(socket, { last, authorization: headers.authorization, cookie: headers.cookie })
  }

  /** The caller of a request that says the same as the one before it on its connection; undefined: look. */
  find(
    { socket, headers }: IncomingMessage,
    application: CachedCaller['application'],
    settings: MqwebSettings,
  ): Caller | undefined {
    const noted = this.#noted.get(socket)
    if (!noted) return undefined
    if (noted.authorization !== headers.authorization || noted.cookie !== headers.cookie) return undefined
    const { last } = noted
    if (last.application !== application || last.settings !== settings || !last.isValid()) return undefined
    return last.caller
  }
}
