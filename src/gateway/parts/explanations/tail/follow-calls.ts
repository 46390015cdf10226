/** Asks the running gateway for calls until a signal ends it, and prints them. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { styleText } from 'node:util'
import { waitForSignal } from '../../../../shared/cli/common/wait-for-signal.ts'
import { escapeControlCharacters } from '../../../../shared/lib/output/escape-control-characters.ts'
import { noGatewayError, queryRunningGateway } from '../../../cli/common/query-gateway.ts'
import type { FollowedCalls, FollowRequest, RecordedCall } from '../../../contract/access/call-log.ts'

const pollMs = 250

export type FollowOptions = { json: boolean; write(text: string): void }

/** Throws when no gateway runs. Returns when it has ended, or after Ctrl+C. */
export async function followCalls(
  dataFolder: string,
  filter: FollowRequest['filter'],
  { json, write }: FollowOptions,
): Promise<void> {
  const request: FollowRequest = { follower: randomUUID(), filter }
  if (!(await queryRunningGateway(dataFolder, 'follow', request))) throw noGatewayError(dataFolder)
  let isOver = false
  const ending = waitForSignal().then(() => {
    isOver = true
  })
  while (!isOver && !process.stdout.destroyed) {
    await Promise.race([setTimeout(pollMs), ending])
    const found = await queryRunningGateway(dataFolder, 'follow', { ...request, ends: isOver })
    if (!found) return void write(json ? '' : 'the gateway has ended\n')
    write(renderFollowed(found, json))
  }
}

/** Returns a line for each call of all workers in the order of their times, and one for those that were left out. */
function renderFollowed(workers: readonly FollowedCalls[], json: boolean): string {
  const calls = workers.flatMap((each) => each.calls).sort((a, b) => a.at - b.at)
  const dropped = workers.reduce((sum, each) => sum + each.dropped, 0)
  const lines = calls.map((call) => (json ? JSON.stringify(call) : renderCall(call)))
  if (dropped > 0) lines.push(json ? JSON.stringify({ dropped }) : paint('yellow', `... ${dropped} calls left out`))
  return lines.map((line) => `${line}\n`).join('')
}

function renderCall(call: RecordedCall): string {
  const { at, method, status, totalMs, path, reason, application = '-', api = '-', operation = '', requestId } = call
  const colour = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green'
  const rest = escapeControlCharacters(`${method} ${path}  ${application}  ${api} ${operation}`)
  return [
    paint('dim', new Date(at).toISOString().slice(11, 23)),
    paint(colour, String(status)),
    `${totalMs.toFixed(1).padStart(8)} ms`,
    rest,
    ...(reason === undefined ? [] : [paint(colour, reason)]),
    paint('dim', requestId),
  ].join('  ')
}

/** Colours a text where standard output is a terminal that shows colours. */
function paint(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { stream: process.stdout })
}
