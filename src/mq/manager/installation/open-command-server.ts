/** Opens the command server of a queue manager that is starting. */
import type { Log } from '../../../shared/lib/output/log.ts'
import { QueueManagerConnection } from '../mqi/queue-manager-connection.ts'
import { runJsonCommand, runTextCommand } from '../mqsc/index.ts'
import { CommandServer } from '../remote/command-server.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import type { Principal } from '../types/connection.ts'
import type { QueueManager } from '../types/queue-manager.ts'

/** The application name, which DISPLAY CONN shows. */
const commandServerName = 'sluice command server'

const ownPrincipal: Principal = { name: 'mqm', groups: [], privileged: true }

/** Returns undefined with SCMDSERV(MANUAL), and when the command queue was deleted. */
export function openCommandServer(
  manager: QueueManager,
  running: RunningQueueManager,
  log: Log,
): CommandServer | undefined {
  if (running.attribute('SCMDSERV') === 'MANUAL') return undefined
  return new CommandServer({
    log: log.child({ qmgr: manager.name }),
    connect: () =>
      new QueueManagerConnection(manager, running, ownPrincipal, { name: commandServerName, isSystem: true }),
    run: (principal, request) =>
      typeof request === 'string'
        ? runTextCommand(running, principal, request)
        : runJsonCommand(running, principal, request),
  })
}
