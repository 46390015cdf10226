/** What the queue managers of an installation share. */
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { HostedChannelTypes } from '../network/hosted-channels.ts'
import type { DiskSpace } from '../store/disk-space.ts'
import type { PasswordVerifier } from '../types/channel-host.ts'
import type { InstanceServer } from '../types/instances.ts'

export interface QueueManagerDeps {
  readonly clock: Clock
  readonly log: Log
  /** The name of the installation, which DISPLAY QMSTATUS shows. */
  readonly installation: string
  /** The port for listener objects with PORT(0). */
  readonly listenerPort: number
  readonly disk: DiskSpace
  /** Channel types that the caller of `openInstallation` provides. */
  readonly channelTypes: HostedChannelTypes
  readonly verifyPassword: PasswordVerifier | undefined
  isDefault(name: string): boolean
  /** Returns how other instances reach the MQ web server of this process. */
  findServer(): Promise<InstanceServer | undefined>
}
