/**
 * Measures persistent puts of 1 KiB, destructive gets and browsing over HTTPS with 64 connections, with a
 * password and with a cookie.
 */
import { compare, type Peer, type RowResult, type RunningSubject, type Subject } from '../harness/compare.ts'
import { compareWithLimit } from '../harness/limit-rows.ts'
import type { Request } from '../harness/load-types.ts'
import { roundOptions } from '../harness/round-options.ts'
import { bareHttps } from '../peers/bare-https.ts'
import { buildRabbitmqGet, buildRabbitmqPut, rabbitmq } from '../peers/rabbitmq.ts'
import {
  basicAuthHeaders,
  buildMessagesUrl,
  buildQueueDefinition,
  logIn,
  type RunningMq,
  startSluiceMq,
} from '../peers/sluice-mq.ts'
import { webdis } from '../peers/webdis.ts'

const queue = 'DEV.BENCH'
const body = 'x'.repeat(1024)
const put: Request = { method: 'POST', body }
const get: Request = { method: 'DELETE' }
const push: Request = { method: 'PUT', path: '/LPUSH/bench', body }
const pop: Request = { method: 'GET', path: '/RPOP/bench' }

export async function measureMessaging(): Promise<RowResult[]> {
  const puts = await compare(
    'persistent put',
    byPassword([put]),
    [bareHttps([put], 0.5), rabbitmq(buildRabbitmqPut(body), 15), webdis([push], 0.6), webdis([push], 1, 'always')],
    roundOptions,
  )
  return [
    ...puts,
    compareWithLimit({ row: 'persistent put', name: 'p99', value: puts[0]?.sluice?.p99Ms ?? 0, limit: 25, unit: 'ms' }),
    ...(await compare(
      'persistent put, LTPA',
      byCookie([put]),
      [bareHttps([put], 0.5), webdis([push], 0.6)],
      roundOptions,
    )),
    ...(await compare(
      'put and get in turn',
      byPassword([put, get]),
      [
        bareHttps([put, get], 0.5),
        rabbitmq([...buildRabbitmqPut(body), buildRabbitmqGet('ack_requeue_false')], 15),
        webdis([push, pop], 0.6),
        webdis([push, pop], 1, 'always'),
      ],
      roundOptions,
    )),
    ...(await compare(
      'browse',
      byPassword([{ method: 'GET' }]),
      [
        bareHttps([{ method: 'GET' }], 0.5),
        rabbitmq([buildRabbitmqGet('ack_requeue_true')], 15),
        webdis([{ method: 'GET', path: '/LINDEX/bench/-1' }], 0.6),
      ] satisfies Peer[],
      roundOptions,
    )),
  ]
}

/** Measures put and get beside the version whose checkout `BENCH_BESIDE` names. */
export async function measureMessagingBeside(): Promise<RowResult[]> {
  const { BENCH_BESIDE: root } = process.env
  const peer = 'the version in BENCH_BESIDE'
  const rows: RowResult[] = []
  for (const [row, requests] of [
    ['put over REST', [put]],
    ['put and get over REST', [put, { method: 'DELETE' }]],
  ] as const) {
    if (root === undefined) rows.push({ row, peer, ratio: null, target: null, ok: null })
    else
      rows.push(
        ...(await compare(
          row,
          byPassword(requests),
          [{ ...sluice(requests, async () => basicAuthHeaders, root), name: peer, target: 1 }],
          roundOptions,
        )),
      )
  }
  return rows
}

function byPassword(requests: readonly Request[]): Subject {
  return sluice(requests, async () => basicAuthHeaders)
}

function byCookie(requests: readonly Request[]): Subject {
  return sluice(requests, logIn)
}

function sluice(
  requests: readonly Request[],
  headersFor: (mq: RunningMq) => Promise<RunningSubject['headers']>,
  root?: string,
): Subject {
  return {
    name: 'Sluice',
    async start() {
      const mq = await startSluiceMq({
        script: buildQueueDefinition(queue),
        fill: { [queue]: 1 },
        ...(root !== undefined && { root }),
      })
      return {
        url: buildMessagesUrl(mq, queue),
        headers: await headersFor(mq),
        requests,
        pids: [mq.pid],
        close: mq.close,
      }
    },
  }
}
