/** Starts and stops the MQ web server of a host. */
import { idleConnectionMs, requestGraceMs } from '../../shared/process/shutdown-limits.ts'
import type { MqwebServer } from '../web/index.ts'
import type { WebServerControl } from './mq-command.ts'

/** Returns the control of a web server that `open` opens. Concurrent starts share one attempt. */
export function openWebServerControl(
  open: () => Promise<MqwebServer>,
  opened?: MqwebServer,
): WebServerControl & { close(): Promise<void> } {
  let running = opened
  let starting: Promise<MqwebServer> | undefined

  async function stop(): Promise<void> {
    const server = running ?? (await starting?.catch(() => undefined))
    running = undefined
    await server?.close(requestGraceMs, idleConnectionMs)
  }

  return {
    get running() {
      return running
    },
    async start() {
      if (running) return running
      starting ??= open()
        .then((server) => {
          running = server
          return server
        })
        .finally(() => {
          starting = undefined
        })
      return starting
    },
    stop,
    close: stop,
  }
}
