/**
 * Every expression and format with texts of the largest size that a caller may send. `test/shared/lib/patterns/linear-time.test.ts` has the
 * same with 16 KiB and more texts.
 */
import test from 'ava'
import {
  formatExpressions,
  formatFunctions,
  literals,
  recordComputedExpressions,
  reportSuperlinear,
  schemaPatterns,
} from '../shared/lib/patterns/_all-expressions.ts'
import { findSlowText, type TextSizes } from '../shared/lib/patterns/_growth.ts'

/** Bodies have up to 4 MiB. Shorter ones first, so that a slow expression is found in seconds. */
const largest: TextSizes = { lengths: [262_144, 4 * 1024 * 1024], maxTexts: 4, factor: 32 }

for (const [title, list] of [
  ['in the source', async () => literals.map(({ file, source, flags }) => [file, source, flags] as const)],
  ['that is computed', recordComputedExpressions],
  ['of a schema', async () => [...Object.values(schemaPatterns).flat(), ...formatExpressions]],
] as const) {
  test.serial(`every expression ${title} takes linear time for hostile texts of 4 MiB`, async (t) => {
    t.timeout(600_000)
    t.deepEqual(reportSuperlinear(await list(), largest), [])
  })
}

test.serial('every format that is a function takes linear time for hostile texts of 4 MiB', (t) => {
  t.timeout(600_000)
  const slow = formatFunctions.filter(
    ([, validate]) => findSlowText(validate, { ...largest, maxTexts: 24 }) !== undefined,
  )
  t.deepEqual(
    slow.map(([name]) => name),
    [],
  )
})
