import test from 'ava'
import {
  buildTransfer,
  buildTransferRows,
  initialTransfer,
  type TransferDraft,
} from '../../../../../src/mq/parts/file-transfer/pages/transfer-draft.ts'
import { findRowErrors } from '../../../../../src/shared/ui/forms/form-rows.ts'

const now: TransferDraft = {
  ...initialTransfer,
  sourceAgent: 'A',
  source: '/in/a',
  destinationAgent: 'B',
  destination: '/out',
}
const once: TransferDraft = { ...now, later: true, startTime: '2030-01-01T10:00' }
const daily: TransferDraft = { ...once, repeat: 'days' }

/** Returns the errors of the fields by their ids. */
function findErrors(draft: TransferDraft): Record<string, string> {
  const rows = findRowErrors('transfer', draft, buildTransferRows(draft, []))
  const errors = rows.map(({ id, wrong, missing }) => [id.replace('transfer-', ''), wrong ?? missing])
  return Object.fromEntries(errors.filter(([, error]) => error !== undefined))
}

function buildSchedule(draft: TransferDraft) {
  return buildTransfer(draft, []).scheduleTransfer
}

test('a transfer that starts at once needs nothing, and a later one the time of its start', (t) => {
  t.deepEqual(findErrors(now), {})
  t.deepEqual(findErrors(once), {})
  t.deepEqual(Object.keys(findErrors({ ...now, later: true })), ['startTime'])
})

test('the numbers of a repetition are within their limits, and the error names these', (t) => {
  t.deepEqual(findErrors({ ...daily, frequency: '1000000', repeatCount: '1000000000' }), {})
  t.deepEqual(findErrors({ ...daily, frequency: '1000001', repeatCount: '1000000001' }), {
    frequency: 'Enter a whole number from 1 to 1,000,000.',
    repeatCount: 'Enter a whole number from 1 to 1,000,000,000.',
  })
  for (const frequency of ['', '0', '1.5', '-1', 'often'])
    t.deepEqual(Object.keys(findErrors({ ...daily, frequency })), ['frequency'])
})

test('what is about a repetition does not matter for a single start', (t) => {
  const draft = { ...once, frequency: 'often', repeatCount: 'x', endTime: '2029-01-01T10:00' }
  t.deepEqual(findErrors(draft), {})
  t.deepEqual(Object.keys(buildSchedule(draft) ?? {}), ['startTime', 'timeBase'])
})

test('a repetition ends after its start', (t) => {
  t.deepEqual(findErrors({ ...daily, endTime: '2030-01-01T10:01' }), {})
  for (const endTime of ['2030-01-01T10:00', '2029-01-01T10:00'])
    t.deepEqual(findErrors({ ...daily, endTime }), { endTime: 'The end must be later than the start.' })
})

test('times are sent in UTC', (t) => {
  const endTime = '2030-02-01T10:00'
  const inUtc = (time: string) => new Date(time).toISOString().slice(0, 16)
  t.deepEqual(buildSchedule({ ...daily, frequency: '2', repeatCount: '3', endTime }), {
    startTime: inUtc(daily.startTime),
    endTime: inUtc(endTime),
    timeBase: 'UTC',
    occurrenceInterval: 'days',
    occurrenceFrequency: 2,
    occurrenceCount: 3,
  })
})
