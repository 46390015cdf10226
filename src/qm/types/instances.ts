/** The instances of a queue manager in a database: processes that run it, or wait to run it. */

/** A process, on some machine, that runs a queue manager or waits to run it. */
export interface QueueManagerInstance {
  readonly host: string
  readonly mode: 'active' | 'standby'
}

/** The lease of the active instance, as it knows it without asking the database. */
export interface InstanceLease {
  /** How long it lasts without a renewal, in milliseconds; 0 when it has run out. */
  readonly remainingMs: number
  /** Whether a standby instance waited at the last renewal. */
  readonly hasStandby: boolean
}

/** What this process does for a queue manager that machines share. Reading it costs no query. */
export interface InstanceStatus {
  /** `lost`: it has run the queue manager, its lease has run out, and another instance may be active. */
  readonly role: 'active' | 'standby' | 'lost' | 'ended'
  /** The lease of an active or lost instance; undefined for others. */
  readonly lease: InstanceLease | undefined
  /** Whether the instance was started so that others may wait. */
  readonly permitsStandby: boolean
  /** How often this process has become active after it had waited as a standby. */
  readonly takeovers: number
}

/** How instances reach the MQ web server of another one. */
export interface InstanceServer {
  /** `https://host:9443` */
  readonly url: string
  /** The SHA-256 fingerprint of its certificate, as `X509Certificate.fingerprint256` has it. */
  readonly certificateFingerprint: string
}

/** The active instance, as every instance of the queue manager knows it from the database. */
export interface ActiveInstanceInfo {
  /** The id of the instance. Every process has another one. */
  readonly id: string
  readonly host: string
  /** Whether it runs in this process. */
  readonly isHere: boolean
  /** Undefined when the instance has no MQ web server with TLS. */
  readonly server: InstanceServer | undefined
  /** The secret that the instances of the queue manager share. */
  readonly secret: Buffer
}
