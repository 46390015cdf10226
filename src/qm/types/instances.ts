/** The instances of a queue manager in a database: processes that run it, or wait to run it. */

/** A process, on some machine, that runs a queue manager or waits to run it. */
export interface QueueManagerInstance {
  readonly host: string
  readonly mode: 'active' | 'standby'
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
