/** The entry point of the queue manager module. */

export { type LocalAddress, parseConnectionNames, parseLocalAddresses } from './channels/addresses.ts'
export {
  type Channel,
  type ChannelOwner,
  type HostedChannelTypes,
  initialStatus as initialChannelStatus,
  type OpenHostedChannel,
} from './channels/channel.ts'
export { openInstallation } from './installation/installation.ts'
export type { QueueManagerPart } from './installation/part-rows.ts'
export { authorityNames } from './mqsc/command/subject.ts'
export { commands } from './mqsc/commands/index.ts'
export { renderJsonParameters, renderTextLines, verifyCommand } from './mqsc/index.ts'
export type { AttributeDefinition, ObjectDefinition } from './objects/definitions/object-definition.ts'
export { objectDefinitions } from './objects/object-definitions.ts'
export { RemoteManager } from './remote/remote-manager.ts'
export {
  copyMessage,
  type DeadLetter,
  type DeadLetterHeader,
  readDeadLetterHeader,
  restoreDeadLetter,
} from './routing/dead-letters.ts'
export { removeTransmissionHeader } from './routing/message-headers.ts'
export type { ChannelHost, ClientSecurity, PasswordVerifier } from './types/channel-host.ts'
export { commitDurationBoundsSeconds } from './types/commit-statistics.ts'
export type * from './types/connection.ts'
export { commandLevel } from './types/connection.ts'
export { MalformedCommandError, MqError, mqError, reasonCodes, reasonName } from './types/errors.ts'
export type * from './types/message.ts'
export type { ChannelStatus, ChannelStop, TlsStatus } from './types/network.ts'
export type * from './types/open-objects.ts'
export type * from './types/queue-manager.ts'
export type { AuthorityObjectType, ObjectKind, ObjectRecord } from './types/services.ts'
