import test from 'ava'
import { findNumberError } from '../../../../src/shared/ui/feedback/find-number-error.ts'

test('whole numbers from the lower to the upper limit are accepted', (t) => {
  for (const text of ['0', '5', '1000000', '0007']) t.is(findNumberError(text, 0, 1_000_000), undefined)
})

for (const text of ['', '4', '1000001', '5.5', '-5', '5e2', '5 ', 'five', '9'.repeat(400)])
  test(`the error for "${text.slice(0, 10)}" names both limits`, (t) => {
    t.is(findNumberError(text, 5, 1_000_000), 'Enter a whole number from 5 to 1,000,000.')
  })
