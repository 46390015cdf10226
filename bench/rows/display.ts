/**
 * Measures DISPLAY of 5,000 queues with all attributes: the time until the first byte and until the end of the
 * response.
 */
import type { RowResult } from '../harness/compare.ts'
import { compareWithLimit } from '../harness/limit-rows.ts'
import { median } from '../harness/median.ts'
import { roundOptions, scaleCount } from '../harness/round-options.ts'
import { buildQueueDefinition, fetchInsecurely, startSluiceMq } from '../peers/sluice-mq.ts'

const command = {
  type: 'runCommandJSON',
  command: 'display',
  qualifier: 'qlocal',
  name: 'MANY.*',
  responseParameters: ['all'],
}

export async function measureDisplay(): Promise<RowResult[]> {
  const queues = scaleCount(5_000)
  const script = Array.from({ length: queues }, (_, index) => buildQueueDefinition(`MANY.${index}`)).join('\n')
  const mq = await startSluiceMq({ script })
  try {
    const whole: number[] = []
    const begun: number[] = []
    for (let round = 0; round <= roundOptions.rounds; round += 1) {
      const taken = await displayAll(mq.rest, queues)
      if (round === 0) continue
      whole.push(taken.wholeMs)
      begun.push(taken.begunMs)
    }
    const row = `DISPLAY of ${queues.toLocaleString('en')} queues`
    return [
      compareWithLimit({ row, name: 'whole answer', value: median(whole), limit: 150, unit: 'ms' }),
      compareWithLimit({ row, name: 'its first bytes', value: median(begun), limit: 50, unit: 'ms' }),
    ]
  } finally {
    await mq.close()
  }
}

async function displayAll(rest: string, queues: number): Promise<{ wholeMs: number; begunMs: number }> {
  const began = performance.now()
  const answer = await fetchInsecurely(`${rest}/admin/action/qmgr/QM1/mqsc`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('mqadmin:mqadmin').toString('base64')}`,
      'content-type': 'application/json',
      'ibm-mq-rest-csrf-token': '',
    },
    body: JSON.stringify(command),
  })
  const begunMs = performance.now() - began
  const bytes = Buffer.from(await answer.arrayBuffer())
  const wholeMs = performance.now() - began
  const { commandResponse } = JSON.parse(bytes.toString('utf8')) as { commandResponse: unknown[] }
  if (commandResponse?.length !== queues)
    throw new Error(`${commandResponse?.length} queues were displayed: ${bytes.toString('utf8', 0, 300)}`)
  return { wholeMs, begunMs }
}
