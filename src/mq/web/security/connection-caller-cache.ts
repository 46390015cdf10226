/** Caches the caller of the last request of a connection, because clients repeat credentials, until it closes. */
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../identity/roles.ts'
import type { MqwebSettings } from '../settings/settings.ts'

/** The caller of the last request on a connection. */
export interface CachedCaller {
  readonly caller: Caller
  /** The application and the settings from which the roles of the caller were computed. */
  readonly application: 'rest' | 'console'
  readonly settings: MqwebSettings
  /** Returns whether the cached caller is still authenticated. */
  isValid(): boolean
}

interface Noted {
  readonly last: CachedCaller
  readonly authorization: string | undefined
  readonly cookie: string | undefined
}

/** Caches one caller for each connection. */
export class ConnectionCallerCache {
  readonly #noted = new WeakMap<object, Noted>()

  /** Replaces the cached caller of the connection of a request. */
  set({ socket, headers }: IncomingMessage, last: CachedCaller): void {
    this.#noted.set(socket, { last, authorization: headers.authorization, cookie: headers.cookie })
  }

  /** Returns the cached caller when the credentials are those of the previous request on the connection. */
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
