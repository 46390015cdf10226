/** Which files of `test/long` run beside each other, and in which order. */

/**
 * Files whose tests have deadlines in real time: a takeover, a revocation, a lease, calls that must not time out, and the
 * steps of Firefox and WebKit, which take more processor time than Chromium.
 */
export const needProcessors: readonly string[] = [
  'cluster',
  'failover',
  'other-browsers',
  'operate-under-load',
  'standby',
  'standby-network',
  'upgrade',
]

/**
 * The longest files, which start first. Files that keep a processor busy come in turns with those that mostly wait: for
 * disks, programs and restarts.
 */
export const longest: readonly string[] = [
  'console-accessibility',
  'systemd-service',
  'container',
  'file-transfer',
  'package',
  'channels',
  'console-keyboard',
  'gateway-ledger',
  'ledger',
  'portal-accessibility',
  'file-transfer-accessibility',
]
