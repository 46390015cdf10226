/**
 * Reports the state of this process to systemd (sd_notify(3)), when systemd runs it as a service of `Type=notify`.
 *
 * Node has no datagram sockets of Unix, so the program `systemd-notify` sends each message: `NotifyAccess=all` in the
 * unit allows it to. A start sends one message, and the watchdog one in each half of `WatchdogSec`.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Log } from '../../lib/output/log.ts'

const runFile = promisify(execFile)

/** A program that hangs must not keep the messages of the watchdog back. */
const timeoutMs = 5_000

export interface ServiceNotifierOptions {
  /** `NOTIFY_SOCKET` and `WATCHDOG_USEC` are read. */
  environment: Readonly<Record<string, string | undefined>>
  log: Log
  /** Sends fields such as `READY=1`; with the program `systemd-notify` by default. */
  send?: (fields: readonly string[], failed: (error: Error) => void) => void
}

/** Returns a notifier that does nothing when systemd does not run this process as a service. */
export function openServiceNotifier(options: ServiceNotifierOptions) {
  const {
    environment: { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdogUs },
    log,
    send = openSystemdNotify(),
  } = options
  if (!socket) return { ready() {}, stopping() {}, close() {} }
  const intervalMs = /^[1-9]\d*$/.test(watchdogUs ?? '') ? Number(watchdogUs) / 2_000 : undefined
  let timer: NodeJS.Timeout | undefined
  const report = (...fields: readonly string[]) =>
    send(fields, (error) => log.warn({ err: error }, 'systemd could not be notified: is systemd-notify installed?'))

  return {
    /** Reports that the service is ready, with a line for `systemctl status`, and begins to report to the watchdog. */
    ready(status: string): void {
      report('READY=1', `STATUS=${status}`)
      if (intervalMs !== undefined) timer = setInterval(() => report('WATCHDOG=1'), intervalMs).unref()
    },
    /** Reports that the service ends. The watchdog is served until `close`. */
    stopping(): void {
      report('STOPPING=1')
    },
    close(): void {
      clearInterval(timer)
    },
  }
}

/** Returns a function that runs `systemd-notify` in order: an end could otherwise overtake a start. */
function openSystemdNotify(): (fields: readonly string[], failed: (error: Error) => void) => void {
  let last: Promise<unknown> = Promise.resolve()
  return (fields, failed) => {
    last = last.then(() => runFile('systemd-notify', fields, { timeout: timeoutMs })).catch(failed)
  }
}
