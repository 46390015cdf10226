/** Multiples of numbers that have no exact binary form: each is one, and none of its neighbours. */
import type { TestFn } from 'ava'
import type { SchemaCheck } from '../../../../../src/gateway/parts/validation/contract/schema-checks.ts'

/** Declares a test for each divisor. `stride` is the distance between the multiples that it looks at. */
export function multiplesAreExact(test: TestFn, check: (schema: object) => SchemaCheck, stride: number): void {
  const which = stride === 1 ? 'each' : `each ${stride}th`
  for (const [divisor, count] of [
    [0.01, 20_000],
    [0.1, 5_000],
    [0.05, 5_000],
    [0.001, 20_000],
    [0.25, 5_000],
    [0.0001, 5_000],
    [3, 500],
    [1e-7, 500],
    [2.5, 500],
  ] as const)
    test(`${which} of ${count} multiples of ${divisor} is one, and none of their neighbours`, (t) => {
      const checkValue = check({ multipleOf: divisor })
      const [whole = '', fraction = ''] = (String(divisor).includes('e') ? divisor.toFixed(7) : String(divisor)).split(
        '.',
      )
      const unit = BigInt(whole + fraction)
      const render = (units: bigint, places: number) => {
        const text = units.toString().padStart(places + 1, '0')
        return Number(places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`)
      }
      const wrong: number[] = []
      for (let index = 0n; index < BigInt(count); index += BigInt(stride)) {
        const multiple = render(index * unit, fraction.length)
        if (checkValue(multiple, 'n') !== undefined || checkValue(-multiple, 'n') !== undefined) wrong.push(multiple)
        const neighbour = render(index * unit * 1_000n + 7n, fraction.length + 3)
        if (checkValue(neighbour, 'n') === undefined) wrong.push(neighbour)
      }
      t.deepEqual(wrong, [])
    })
}
