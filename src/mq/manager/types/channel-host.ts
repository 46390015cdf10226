/** Types for channel types that another module provides. */
import type { Socket } from 'node:net'
import type { TlsOptions } from 'node:tls'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { Principal } from './connection.ts'
import type { QueueManager } from './queue-manager.ts'
import type { ObjectKind, ObjectRecord, TlsStatus } from './services.ts'

/** The parts of a running queue manager that a channel type of another module uses. */
export interface ChannelHost {
  readonly queueManager: QueueManager
  readonly clock: Clock
  readonly log: Log
  readonly security: ClientSecurity
  findObject(kind: ObjectKind, name: string): ObjectRecord | undefined
}

/** Decides which clients may use a channel, and as which user. Every method throws or rejects with an `Error`. */
export interface ClientSecurity {
  /** Throws reason code 2549 when CONNAUTH names an object with which passwords cannot be checked. */
  checkPasswordPolicy(): void
  /** Throws for an address that a BLOCKADDR record blocks. */
  checkAddress(address: string): void
  /** Returns the options of a TLS server, or undefined for a channel without SSLCIPH. Throws an `MqError`. */
  readTlsOptions(channel: ObjectRecord): TlsOptions | undefined
  /** Checks SSLCIPH, SSLCAUTH and SSLPEER after the handshake. Returns undefined for a connection without TLS. */
  checkTls(channel: ObjectRecord, socket: Socket): TlsStatus | undefined
  /** Applies CHLAUTH, CONNAUTH and MCAUSER. Resolves with the user; rejects with reason code 2035. */
  authenticate(client: ClientCredentials): Promise<Principal>
}

export interface ClientCredentials {
  readonly channel: ObjectRecord
  /** The IP address. */
  readonly address: string
  readonly tls: TlsStatus | undefined
  /** The user that the client names; empty for none. */
  readonly user: string
  readonly password: string | undefined
  /** The user of a client that names none and for which the channel has no MCAUSER: the client id with USECLTID. */
  readonly fallbackUser?: string | undefined
}

/** Verifies a user name and password. Resolves with undefined when wrong; rejects without the registry. */
export type PasswordVerifier = (user: string, password: string, address: string) => Promise<Principal | undefined>
