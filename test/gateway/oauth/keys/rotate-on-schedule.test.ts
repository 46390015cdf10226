import test from 'ava'
import { rotateOnSchedule } from '../../../../src/gateway/oauth/keys/rotate-on-schedule.ts'
import type { SigningKey } from '../../../../src/gateway/oauth/keys/signing-key.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'

function start(results: (SigningKey | Error | undefined)[], afterDays = 90) {
  const asked: number[] = []
  const rotated: string[] = []
  const lines: string[] = []
  const waiting: (() => void)[] = []
  const alive = setInterval(() => {}, 60_000) // the timer of the schedule does not keep the process alive
  const endSchedule = rotateOnSchedule({
    keys: {
      async rotateWhenOlder(minAgeMs) {
        asked.push(minAgeMs)
        waiting.shift()?.()
        const result = results.shift()
        if (result instanceof Error) throw result
        return result
      },
    },
    afterDays,
    log: openLog({ level: 'info', write: (line) => lines.push(line) }),
    onRotated: ({ kid }) => rotated.push(kid),
    intervalMs: 1,
  })
  const end = () => {
    endSchedule()
    clearInterval(alive)
  }
  const called = () => new Promise<void>((resolve) => waiting.push(resolve))
  return { asked, rotated, lines, end, called }
}

test('a due rotation is made, logged and reported', async (t) => {
  const { asked, rotated, lines, end, called } = start([{ kid: 'k2' } as SigningKey])
  await called()
  end()
  t.is(asked[0], 90 * 86_400_000)
  t.deepEqual(rotated, ['k2'])
  t.regex(lines.join(), /rotated on schedule/)
})

test('an attempt that fails is logged, and the next one follows', async (t) => {
  const { rotated, lines, end, called } = start([new Error('the disk is full'), { kid: 'k3' } as SigningKey])
  await called()
  await called()
  end()
  t.deepEqual(rotated, ['k3'])
  t.regex(lines.join(), /could not be rotated.*/)
})

test('without a number of days nothing is rotated', (t) => {
  const { asked, end } = start([], 0)
  end()
  t.deepEqual(asked, [])
})
