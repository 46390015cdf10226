/** Lists the commands of managed file transfer. Each is a `bin` of the package. */
import type { MqCommand } from '../../../runtime/index.ts'
import { fteListAgents, ftePingAgent, fteShowAgentDetails } from './agent-displays.ts'
import {
  fteCreateAgent,
  fteDeleteAgent,
  fteSetupCommands,
  fteSetupCoordination,
  fteStartAgent,
  fteStopAgent,
} from './agents.ts'
import { fteCancelTransfer, fteCreateTransfer } from './create-transfer.ts'
import { fteCreateMonitor, fteDeleteMonitor, fteListMonitors, fteStartMonitor, fteStopMonitor } from './monitors.ts'
import { fteDeleteScheduledTransfer, fteListScheduledTransfers } from './schedules.ts'

export const fileTransferCommands: readonly MqCommand[] = [
  ...[fteSetupCoordination, fteSetupCommands],
  ...[fteCreateAgent, fteDeleteAgent, fteStartAgent, fteStopAgent],
  ...[fteListAgents, fteShowAgentDetails, ftePingAgent],
  ...[fteCreateTransfer, fteCancelTransfer, fteListScheduledTransfers, fteDeleteScheduledTransfer],
  ...[fteCreateMonitor, fteDeleteMonitor, fteListMonitors, fteStartMonitor, fteStopMonitor],
]
