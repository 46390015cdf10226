/** The REST resources of managed file transfer: method, path, versions, roles that may call it, and handler. */
import type { RestRoute } from '../../../web/context/rest-context.ts'
import type { WebResources } from '../../../web/context/web-part.ts'
import { listAgents, showAgent } from './agents.ts'
import {
  cancelTransfer,
  deleteSchedule,
  listConsoleTransfers,
  listSchedules,
  startMonitor,
  startTransferAgent,
  stopMonitor,
  stopTransferAgent,
} from './console-file-transfer.ts'
import { createMonitor, deleteMonitor, listMonitors, showMonitor } from './monitors.ts'
import { createTransfer, listTransfers, showTransfer } from './transfers.ts'

const transferViewers = ['MFTWebAdmin', 'MFTWebAdminRO', 'MQWebUser'] as const
const transferAdmins = ['MFTWebAdmin', 'MQWebUser'] as const
const consoleViewers = ['MFTWebAdmin', 'MFTWebAdminRO'] as const
const consoleAdmins = ['MFTWebAdmin'] as const

const every = [1, 2, 3] as const
const v1 = [1] as const
const monitor = '/mft/agent/:agent/monitor/:monitor'

function listRoutes(below: string): RestRoute[] {
  return [
    ['GET', `${below}/agent`, every, transferViewers, listAgents],
    ['GET', `${below}/agent/:agent`, every, transferViewers, showAgent],
    ['GET', `${below}/transfer`, every, transferViewers, listTransfers],
    ['GET', `${below}/transfer/:transfer`, every, transferViewers, showTransfer],
    ['POST', `${below}/transfer`, every, transferAdmins, createTransfer],
    ['GET', `${below}/monitor`, every, transferViewers, listMonitors],
    ['GET', `${below}/monitor/:monitor`, every, transferViewers, showMonitor],
    ['POST', `${below}/monitor`, every, transferAdmins, createMonitor],
    ['DELETE', `${below}/monitor/:monitor`, every, transferAdmins, deleteMonitor],
  ]
}

const consoleRoutes: readonly RestRoute[] = [
  ['GET', '/mft/agent', v1, consoleViewers, listAgents],
  ['POST', '/mft/agent/:agent/start', v1, consoleAdmins, startTransferAgent],
  ['POST', '/mft/agent/:agent/stop', v1, consoleAdmins, stopTransferAgent],
  ['GET', '/mft/transfers', v1, consoleViewers, listConsoleTransfers],
  ['POST', '/mft/transfers', v1, consoleAdmins, createTransfer],
  ['GET', '/mft/transfers/:transfer', v1, consoleViewers, showTransfer],
  ['POST', '/mft/transfers/:transfer/cancel', v1, consoleAdmins, cancelTransfer],
  ['GET', '/mft/schedule', v1, consoleViewers, listSchedules],
  ['DELETE', '/mft/schedule/:schedule', v1, consoleAdmins, deleteSchedule],
  ['GET', '/mft/monitor', v1, consoleViewers, listMonitors],
  ['POST', '/mft/monitor', v1, consoleAdmins, createMonitor],
  ['DELETE', '/mft/monitor/:monitor', v1, consoleAdmins, deleteMonitor],
  ['POST', `${monitor}/start`, v1, consoleAdmins, startMonitor],
  ['POST', `${monitor}/stop`, v1, consoleAdmins, stopMonitor],
]

/** The rows of the REST API, each below both paths, and those of the console. */
export const transferResources: WebResources = {
  routes: [...listRoutes('/admin'), ...listRoutes('/admin/mft')],
  consoleRoutes,
  loadDescriptions: async () => (await import('./descriptions.ts')).transferDescriptions,
}
