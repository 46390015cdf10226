/** Managed file transfer: agents move files and messages over the queues of queue managers. */

export type { BrokenAgent, ConfigSet, ConfiguredAgent } from './config/config-folder.ts'
export type { CoordinationView } from './coordination/coordination-view.ts'
export type { CatalogedTransfer } from './coordination/transfer-catalog.ts'
export {
  FileTransfer,
  type FileTransferOptions,
  type ShownAgent,
} from './file-transfer.ts'
export * from './parsing/index.ts'
export type {
  MonitorDefinition,
  NamePattern,
  PollUnit,
  TriggerCondition,
} from './types/command.ts'
export { type AgentCommand, type AgentReply, CommandRejectedError } from './types/command.ts'
export type * from './types/publications.ts'
export type * from './types/request.ts'
export type { ScheduleRequest, ScheduleSpec } from './types/request.ts'
