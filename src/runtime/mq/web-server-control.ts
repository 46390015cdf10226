/** The MQ web server of a host, started and stopped by commands. */
import type { MqwebServer } from '../../mqweb/index.ts'
import type { WebServerControl } from './mq-command.ts'

/** How long requests in flight may take at the end, and how long idle connections wait for one more request. */
const graceMs = 5_000
const idleMs = 500

/** `open` opens the server; calls that come at the same time share one start. */
export function openWebServerControl(
  open: () => Promise<MqwebServer>,
  opened?: MqwebServer,
): WebServerControl & { close(): Promise<void> } {
  let running = opened
  let starting: Promise<MqwebServer> | undefined

  async function stop(): Promise<void> {
    const server = running ?? (await starting?.catch(() => undefined))
    running = undefined
    await server?.close(graceMs, idleMs)
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
