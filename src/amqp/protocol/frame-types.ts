/** The fields of the frames that the server reads, by the names that rhea gives them. */
import type { Typed } from './value-types.ts'

export interface Frame<T> {
  readonly performative: T
  readonly payload?: Buffer
}

/** A frame with its channel, which selects the session. */
export interface ChannelFrame<T> extends Frame<T> {
  readonly channel: number
}

export interface AttachFields {
  readonly name: string
  readonly handle: number
  /** True when the client is the receiver. */
  readonly role: boolean
  readonly snd_settle_mode: number | null
  readonly initial_delivery_count: number | null
  readonly desired_capabilities?: string | readonly string[] | null
  source: Typed | null
  target: Typed | null
}

export interface TransferFields {
  /** The encoded fields by their positions. */
  readonly value: readonly unknown[]
  readonly handle: number
  readonly delivery_id: number | null | undefined
  readonly message_format: number | null | undefined
  readonly settled: boolean | null | undefined
  readonly aborted: boolean | null | undefined
  readonly more: boolean | null | undefined
}

export interface DispositionFields {
  /** True when the client is the receiver. */
  readonly role: boolean
  readonly first: number
  readonly last: number | null
  readonly settled: boolean | null
  readonly state: Typed | null
}

/** A terminus as the client sent it, or as the server answers. */
export interface Terminus {
  readonly address?: string | null
  readonly durable?: number | null
  readonly expiry_policy?: string | null
  readonly timeout?: number | null
  readonly dynamic?: boolean | null
  readonly distribution_mode?: string | null
  /** The filters by name; each value is a described `Typed`. */
  readonly filter?: Readonly<Record<string, unknown>> | null
  readonly capabilities?: string | readonly string[] | null
}

/** Returns undefined for an attach without the terminus: rhea returns an encoded null, which is an object too. */
export function readTerminus(terminus: Terminus | null | undefined): Terminus | undefined {
  return terminus && Array.isArray((terminus as { value?: unknown }).value) ? terminus : undefined
}
